import {
  expectClaim,
  expectClaimAtEnd,
  expectFinding,
  expectHidden,
  omitCourtesies,
} from '../support/claims';

it.each([
  "Let me know your yearly usage and I'll gladly estimate the whole bill.",
  "Tell me the date and I'll take it from there.",
  'Happy to walk you through the steps.',
  "If you'd like, I can run the numbers.",
  'I can also break the costs down for you.',
  "Just say the word and I'll sketch a plan.",
  'Give me a shout!',
  'Ask away!',
  'Always here to help.',
])('hides an offer: %s', expectHidden);

it.each([
  "Here's the breakdown for your five days:",
  "Here's what I found:",
  'In short,',
  'To sum it up:',
  'Quick answer:',
  'Short version:',
  'Long story short:',
  'One more thing:',
  'The costs break down as follows:',
  'This is what I found:',
  'Key takeaways:',
])('hides a remark on the reply: %s', (reply) => {
  expect(omitCourtesies(reply)).toBe('');
});

it.each([
  "I'll gladly refund your deposit.",
  "I'll gladly waive the fee.",
  'I can lend you a wetsuit.',
  'I can get you a discount.',
  'Short walk:',
  'The short trail is closed.',
  "That's all included.",
  'That is what we charge.',
  'Good news about the refund.',
  'The full version is free.',
  'The details are posted.',
])('keeps what may be wrong: %s', expectClaim);

it.each([
  ['Quick answer: kayaks are free on Sundays.', 'kayaks are free on Sundays.'],
  ['Good news, your refund was approved.', 'your refund was approved.'],
  ['Just say the word and you get a refund.', 'and you get a refund.'],
  ['In short, a guide comes along.', 'a guide comes along.'],
])('ends where a claim begins: %s', expectClaimAtEnd);

it.each([
  ["I'll gladly estimate the bill of 64 EUR.", '64 EUR'],
  ["Here's the breakdown for your 31 EUR deposit:", '31 EUR'],
  ["Let me know by 21:30 and I'll sketch a plan.", '21:30'],
  ['Short version: the pier opened in 1913.', '1913'],
])('finds a wrong value: %s', expectFinding);
