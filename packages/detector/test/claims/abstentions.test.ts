import { expectClaim, expectClaimAtEnd, expectFinding, expectHidden } from '../support/claims';

it.each([
  "As for lockers, I'm afraid the information I have doesn't say anything about keys, coins or codes.",
  "I'm afraid that the notes you shared don't mention lockers.",
  "The text doesn't go into the reasons.",
  'The excerpt does not spell out how long.',
  "I couldn't find anything on lockers.",
  "There's no mention of lockers.",
  "There's nothing about lockers in the document.",
  'No mention of lockers here.',
  "It isn't clear from the context whether dogs are allowed.",
  'Whether dogs are allowed remains unclear.',
  "That isn't something I have details on.",
  "That's not something the passage covers.",
  "How deep the water is isn't mentioned.",
  "I've found nothing about lockers.",
  'I have no way of checking that.',
  "From what I can see, the context doesn't mention lockers.",
  'The source makes no mention of dogs.',
  'That goes beyond what the passage covers.',
  'On the matter of dogs, nothing is said in the handbook.',
  'When it comes to lockers, the page gives no details.',
  "I wasn't able to find anything about lockers.",
  'Nothing in the text says whether dogs are allowed.',
  "The answer isn't in the material I have.",
  "I'd rather not guess.",
])('hides what the speaker does not know: %s', expectHidden);

it.each([
  "I'm afraid the pier is closed.",
  'The pier is not included in the price.',
  'There is nothing in the passage about lockers except a small fee.',
  'Whether you pay by card or cash is up to you.',
  'The garage has no information desk.',
  "The menu doesn't list oysters.",
  'The rules give no reason.',
  "It's clear that dogs are allowed.",
  "Parking isn't covered by the deposit.",
  'It is hard to swim there.',
  'Nothing is charged for lockers.',
  'The page gives no discount.',
  "A towel isn't in the price.",
])('keeps what may be wrong: %s', expectClaim);

it.each([
  ['As for lockers, the text is silent, but the pier has its own.', 'but the pier has its own.'],
  ["The text doesn't mention lockers, but you get a key.", 'but you get a key.'],
  ["The document doesn't say who pays: the crew pays.", 'the crew pays.'],
  ["I'm afraid that your booking was canceled.", 'that your booking was canceled.'],
])('ends where a claim begins: %s', expectClaimAtEnd);

it.each([
  ["The passage doesn't say why a locker costs 31 EUR.", '31 EUR'],
  ["There's no mention of the crew that leaves at 21:30.", '21:30'],
  ['No mention of lockers, which Ada Quill built.', 'Ada Quill'],
])('finds a wrong value: %s', expectFinding);
