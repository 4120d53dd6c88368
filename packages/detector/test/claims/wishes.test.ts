import { expectClaim, expectClaimAtEnd, expectFinding, expectHidden } from '../support/claims';

it.each([
  'Sleep well on board!',
  'Drive carefully!',
  'Have fun at the concert!',
  'Have so much fun exploring the city!',
  'Safe shipping!',
  'Happy cooking!',
  'Stay hydrated out there.',
  "Don't you worry, dear.",
  'No worries at all!',
  'No rush.',
  'Keep up the great work!',
  'Hope that helps!',
  'Hope you feel better soon.',
  'Wishing your daughter a happy birthday.',
  "Please don't hesitate to get in touch.",
  'Ride safely and have fun!',
  'Enjoy your new bike.',
])('hides a wish: %s', expectHidden);

it.each([
  "Oh no, I'm so sorry to hear that – a toothache is no fun, especially for a child!",
  'Ouch, that sounds stressful.',
  'Totally understandable.',
  'Congratulations on your new job!',
  'Congrats on passing your driving exam!',
  'That must have been really frustrating for you.',
  'I can imagine how annoying that is.',
  'Moving house is never easy.',
  'Aww, poor kid!',
  "Sorry you're going through this.",
  "No wonder you're upset.",
  'Glad it worked out!',
])('hides what the speaker feels: %s', expectHidden);

it.each([
  'Drive slowly on the gravel road.',
  'Sleep well in your free cabin with a guide.',
  'Safe parking.',
  'Have fun with your free drinks.',
  'No deposit.',
  'No need to pay a deposit.',
  "Don't worry about the deposit.",
  'Wishing you a free drink at the bar.',
  'Congratulations on your refund!',
  'Congratulations on winning the prize!',
  'That must be paid today.',
  'That can be canceled.',
  'The water is not easy.',
  'Take your time at the free pool.',
  "I'm sorry you were charged twice.",
  'Glad the refund helped.',
  'No wonder it closed.',
])('keeps what may be wrong: %s', expectClaim);

it.each([
  ["Don't worry, your booking was moved.", 'your booking was moved.'],
  ['No worries at all – a guide is included.', 'a guide is included.'],
  ['Totally understandable, so we waived the fee.', 'so we waived the fee.'],
  ['Oh no, the pier burned down!', 'the pier burned down!'],
])('ends where a claim begins: %s', expectClaimAtEnd);

it.each([
  ['A day costs 46 EUR. Sleep well at Quillmoor!', 'Quillmoor'],
  ['A day costs 46 EUR. Have fun at the Quillmoor!', 'Quillmoor'],
  ['Hope you enjoy the cabin for 31 EUR.', '31 EUR'],
  ["I'm so sorry to hear that your 64 EUR were lost.", '64 EUR'],
])('finds a wrong value: %s', expectFinding);
