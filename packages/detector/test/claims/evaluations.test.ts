import { expectClaim, expectClaimAtEnd, expectFinding, expectHidden } from '../support/claims';

it.each([
  'Nice season so far!',
  'Great choice!',
  'Lovely idea for a rainy weekend.',
  'Impressive progress this month!',
  'Sounds like a delicious breakfast!',
  'That sounds tasty.',
  'Looks like a solid plan.',
  'Sounds like fun.',
  "It's great that you want to paddle.",
  "I'm glad that you're considering a kayak.",
  'Good thing you asked.',
  'Sweet of you to ask.',
  'What lovely news!',
  'What a fun way to celebrate your birthday!',
  "That's a clever idea.",
  "You can't go wrong with either.",
  "You've picked a great time.",
  'Perfectly reasonable.',
  'Well spotted!',
  'Such a thoughtful gift!',
  'Sounds like quite the adventure!',
  'Not a bad idea at all.',
])('hides an evaluation: %s', expectHidden);

it.each([
  'Great breakfast.',
  'Great choice of free drinks.',
  'Sounds like a great heated pool.',
  "Great that you're entitled to a refund.",
  "Nice that you've been upgraded.",
  "I'm glad you got the refund.",
  'What a lovely heated pool.',
  "It's a busy pier.",
  "You've picked the cheapest plan.",
  "You've got a great cabin.",
  'Such a free breakfast.',
  'Sounds like quite the free breakfast.',
])('keeps what may be wrong: %s', expectClaim);

it.each([
  ['Great choice, a heated cabin with a sauna.', 'a heated cabin with a sauna.'],
  ['Enjoy your evening, with free drinks at the bar!', 'with free drinks at the bar!'],
  ['Great choice, your booking was canceled.', 'your booking was canceled.'],
  ['Nice season so far: you won the cup.', 'you won the cup.'],
  ['Good thing you asked, because kayaks are free on Sundays.', 'because kayaks are free on Sundays.'],
])('ends where a claim begins: %s', expectClaimAtEnd);

it.each([
  ["A day costs 46 EUR. Nice that you're considering Quillmoor.", 'Quillmoor'],
  ['A day costs 46 EUR. Great that you want the Quillmoor Special.', 'Quillmoor'],
  ["Good that you're asking about the 31 EUR deposit.", '31 EUR'],
  ["It's great that you're coming at 21:30.", '21:30'],
])('finds a wrong value: %s', expectFinding);
