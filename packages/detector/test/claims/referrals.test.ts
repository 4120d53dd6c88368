import { expectClaim, expectClaimAtEnd, expectFinding, expectHidden } from '../support/claims';

it.each([
  "Your HR team should be able to clear up anything that's left open.",
  "I'd suggest contacting the museum directly before you set off.",
  'Best to check with the front desk.',
  'Please consult your doctor.',
  'Ask the front desk to be sure.',
  'Contact the museum directly for the latest information.',
  'Just give the crew a quick call before you set off.',
  'The front desk will know.',
  'Your pharmacist can tell you more.',
  'The landlord should be able to fill you in.',
  "That's one for your doctor.",
  'My advice would be to ask the landlord.',
  'You can always check with reception.',
  "If you're unsure, contact customer support.",
  'You should check with your doctor before taking it.',
  "For that, you'd have to ask the hotel.",
  'A quick call to the office should clear that up.',
  'The team at the desk will gladly help you.',
  'Please check the official website for updates.',
])('hides whom to ask: %s', expectHidden);

it.each([
  'Call the manager to cancel your booking.',
  'Contact support within a week to get a refund.',
  'Your doctor can cancel the booking.',
  'You can ask the night guard.',
  'The front desk will provide a free towel.',
  'The crew will be able to lend you a wetsuit.',
  'The desk can help you for free.',
  'The office will call you.',
  'The front desk will have the keys.',
  'You should ask the crew to cancel it.',
  'You have to pay at the desk.',
  'The staff will help you carry the kayaks for free.',
])('keeps what may be wrong: %s', expectClaim);

it.each([
  ['Contact the crew and you get a refund.', 'and you get a refund.'],
  ['Ask the crew, which lends wetsuits.', 'which lends wetsuits.'],
])('ends where a claim begins: %s', expectClaimAtEnd);

it.each([
  ['A day costs 46 EUR. Contact the Quillmoor office first.', 'Quillmoor'],
  ['A day costs 46 EUR. Your host Ada Quill should be able to clear that up.', 'Ada Quill'],
  ["I'd suggest contacting the crew at 555 0199 before you set off.", '0199'],
  ["It's best to check with the crew before 21:30.", '21:30'],
])('finds a wrong value: %s', expectFinding);
