import { judge, textsOf } from '../conversations';
import { pier as evidence, omitCourtesies as said } from '../support/claims';

it.each([
  'Hello Maren,',
  'Good afternoon!',
  'Thank you for your patience.',
  "You're welcome! Have a lovely afternoon.",
  'I would be glad to help with that.',
  "I'll need your booking code to look this up.",
  'To find your booking, I need the code and your name.',
  'Could you please tell me your code, the day, and the number of kayaks?',
  'If anything else comes up, feel free to write to me.',
  'Please let me know which of the two you prefer.',
  'I understand how annoying this is, and I apologize.',
  "I'm sorry, but I do not have that information.",
  'The passages do not mention how deep the water is.',
  'There is no information about lockers in the given text.',
  'The depth of the water is not specified in the document.',
  'Here is the summary you asked for:',
  'Anything else?',
  'Shall I go ahead?',
])('states nothing: %s', (courtesy) => {
  expect(said(courtesy)).toBe('');
  expect(judge(evidence, courtesy)).toEqual([]);
});

it.each([
  ['Yours sincerely,\nThe Pinewharf crew', ''],
  ['A day costs 46 EUR.\n\nKind regards,\nMaren Holst\nGuest Relations', 'A day costs 46 EUR.'],
  ['Best regards, your 40 % refund is approved', 'your 40 % refund is approved'],
  [
    'Kind regards,\nYour refund was approved by the harbor master.',
    'Your refund was approved by the harbor master.',
  ],
])('ends a letter where its closing and signature do: %j', (reply, rest) => {
  expect(said(reply)).toBe(rest);
});

it.each([
  [
    "I don't know who built it, but the pier was closed by Ada Quill.",
    'but the pier was closed by Ada Quill.',
  ],
  ['The passages do not mention its architect, who was Ada Quill.', 'who was Ada Quill.'],
  ['I am happy to help because kayaks are free on Sundays.', 'because kayaks are free on Sundays.'],
  ['I understand that your booking was canceled by the crew.', 'that your booking was canceled by the crew.'],
  ['Thank you, your kayak is ready.', 'your kayak is ready.'],
  ['Your kayak is ready, would you like anything else?', 'Your kayak is ready,'],
  ['Would you like a kayak, which includes a guide?', 'which includes a guide?'],
  [
    'Did you know that the pier was built by Ada Quill?',
    'Did you know that the pier was built by Ada Quill?',
  ],
  ['If you cancel late, you lose the deposit.', 'If you cancel late, you lose the deposit.'],
  [
    'To change it, open the app and choose another day.',
    'To change it, open the app and choose another day.',
  ],
  ['We cannot rent kayaks to children.', 'We cannot rent kayaks to children.'],
  ['Breakfast is not included.', 'Breakfast is not included.'],
  ["I've moved your booking to Friday.", "I've moved your booking to Friday."],
  ['The pier, as it happens, was sold.', 'The pier, as it happens, was sold.'],
])('leaves the clause that may be wrong: %s', (reply, rest) => {
  expect(said(reply)).toBe(rest);
});

it.each([
  ['a closing', 'A day costs 46 EUR.\n\nBest regards, your 40 % refund is approved', '40 %'],
  ['a signature', 'A day costs 46 EUR.\n\nBest regards,\nPinewharf, since 1887', '1887'],
  ['a question', 'Would you like me to book the whole day for 64 EUR?', '64 EUR'],
  ['an offer', 'I can help you to change it until 21:30.', '21:30'],
  ['an abstention', 'I do not have information about the pier, which opened in 1913.', '1913'],
  ['an abstention without another clause', 'I do not know why the pier opened in 1913.', '1913'],
  ['thanks', 'Thank you for your payment of 64 EUR.', '64 EUR'],
  ['a label', '- **Half a day (31 EUR):** until noon', '31'],
])('does not hide a wrong value in %s', (_kind, reply, value) => {
  expect(textsOf(judge(evidence, reply)).join('|')).toContain(value);
});

it('keeps what is wrong next to courtesies', () => {
  const reply =
    'Hello Maren,\n\nThank you for asking! The pier opened in 1931 and was sold to a brewery by Ada Quill.\n\nBest regards,\nYour crew';

  expect(textsOf(judge(evidence, reply)).join()).toContain('Ada Quill');
});

it('covers the items that a request asks for', () => {
  const reply =
    'Please provide the following details:\n- **Booking code**\n- Phone number\n\nA day costs 46 EUR.';

  expect(said(reply)).toBe('A day costs 46 EUR.');
});

describe('opinions, wishes and referrals', () => {
  it.each([
    'Wonderful!',
    'What a game!',
    'No worries, that is a fair question.',
    'That would be a great choice for you.',
    'A kayak would be ideal for the three of you.',
    'That sounds really exciting.',
    "It's a little too early.",
    'Rentals are going nicely.',
    'Happy paddling!',
    'Merry Christmas to you all!',
    'Enjoy your paddle today!',
    'Enjoy the lovely evening with your family!',
    'Enjoy!',
    'Have a splendid swim!',
    'Bon appétit!',
    "We're looking forward to your visit.",
    "We'd love to welcome you.",
    "Can't wait to meet you!",
    'Send your dad a big hug from all of us.',
    'Just let us know what suits you.',
    'I can try a different day or compare the two.',
    "I'd suggest asking the office about this, so you know for sure.",
    'You may want to check with the crew.',
    'It might be best to call the office.',
    'The people at the desk would be the right ones to ask.',
    'The harbor office should be able to tell you.',
    'The manual is silent on this.',
    'The rules say nothing about dogs.',
    "The page doesn't specify which.",
    'Sadly, nothing turned up.',
    "I don't have exact figures.",
  ])('state nothing: %s', (reply) => {
    expect(said(reply)).toBe('');
    expect(judge(evidence, reply)).toEqual([]);
  });

  it.each([
    ["A day costs 46 EUR, in case you'd like to rent one.", 'A day costs 46 EUR,'],
    ['Half a day costs 28 EUR, which is nice.', 'Half a day costs 28 EUR,'],
    ['You can change it until 6 p.m. Enjoy your paddle!', 'You can change it until 6 p.m.'],
  ])('are left out next to a claim: %s', (reply, rest) => {
    expect(said(reply)).toBe(rest);
  });

  it.each([
    'Enjoy your free breakfast!',
    'Enjoy your kayak with a guide and a heated cabin!',
    'Have a free drink!',
    'Happy to confirm your refund!',
    "I'm pleased to inform you your booking was canceled.",
    "I'd recommend the pool on floor 9.",
    'A day costs 46 EUR, if you want the heated cabin.',
    'Nothing turned up except a tandem kayak.',
    "There's nothing extra to pay.",
    'That is free.',
    'That is a great brewery.',
    'The pier is safe.',
    'The doctor said nothing about swimming.',
    'The policy does not cover rain.',
    'There is no minimum amount.',
    'You can ask the night guard.',
    'It is too late to cancel.',
  ])('leave what may be wrong: %s', (reply) => {
    expect(said(reply)).toBe(reply);
  });

  it.each([
    ['a wish', 'Have a lovely evening from 21:30 on!', '21:30'],
    ['a wish with a name', 'A day costs 46 EUR. Enjoy your evening at Quillmoor!', 'Quillmoor'],
    ['joy', 'I would be happy to confirm your 40 % refund.', '40 %'],
    ['joy without a subject', 'Happy to confirm your 40 % refund.', '40 %'],
    ['a recommendation', "I'd recommend the pool for 31 EUR.", '31 EUR'],
    ['a referral', "I'd recommend asking at the desk before 21:30.", '21:30'],
    ['a referral with a name', 'The pier opened in 1931. You might want to ask Ada Quill.', 'Ada Quill'],
    ['a search', 'Nothing came up except a kayak for 31 EUR.', '31 EUR'],
    ['silence', 'The rules say nothing about the 31 EUR deposit.', '31 EUR'],
    ['an evaluation with a name', 'The Quillmoor Special would be perfect for you.', 'Quillmoor'],
  ])('do not hide a wrong value: %s', (_kind, reply, value) => {
    expect(textsOf(judge(evidence, reply)).join('|')).toContain(value);
  });
});
