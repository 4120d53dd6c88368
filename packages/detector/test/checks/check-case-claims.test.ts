import { checkCaseClaims } from '../../checks/check-case-claims';

const rules =
  'Damaged parcels are replaced within a week. Refunds are paid by bank transfer. Do not promise a date. ' +
  'Complaints may be forwarded to the branch. Gold members have their parcels insured; commercial senders pay less. ' +
  'Parcels over 30 kg cost extra. After three years, senders get a discount.';

const found = (reply: string, instructions = rules, stated = 'What about my parcel?'): string[] =>
  checkCaseClaims(reply, () => ({ instructions, stated })).map(({ start, end }) => reply.slice(start, end));

describe('checkCaseClaims', () => {
  it.each([
    ['Your parcel has been replaced.', 'Your parcel has been replaced'],
    ['Your refund of 1,200 euros was already paid.', 'Your refund of 1,200 euros was already paid'],
    ['We have forwarded your complaint.', 'We have forwarded your'],
    ['You are a Gold member, so the parcel is insured.', 'You are a Gold member'],
    ['As a commercial sender you pay less.', 'As a commercial sender'],
    ['Your parcel weighs more than 30 kg.', 'Your parcel weighs more than 30'],
    ["You've shipped with us for three years.", "You've shipped with us for three"],
    ['Your Gold plan insures the parcel.', 'Your Gold plan'],
  ])('finds what only a rule speaks of: %s', (reply, claim) => {
    expect(found(reply)).toEqual([claim]);
  });

  it.each([
    ['Damaged parcels are replaced within a week.', rules, ''],
    ['If your parcel was replaced, you get a message.', rules, ''],
    ['Your parcel has been replaced.', `${rules} The parcel of this customer was replaced on Monday.`, ''],
    ['Your parcel has been replaced.', rules, '{"status": "replaced"}'],
    ['Your parcel has been found.', rules, ''],
    ['You are a Gold member.', `${rules} The caller is a Gold member.`, ''],
    ['You are a Gold member.', `${rules} Membership: Gold`, ''],
    ['You are a Gold member.', rules, '{"tier": "gold"}'],
    ['Your parcel weighs more than 30 kg.', rules, 'My parcel weighs over 30 kg.'],
    ['If your parcel weighs more than 30 kg, it costs extra.', rules, ''],
    ['Your parcel may not weigh more than 40 kg.', rules, ''],
    ['You have the right to a discount for three years.', rules, ''],
    ['If you are a Gold member, the parcel is insured.', rules, ''],
    ['As a valued member, you can call us.', `${rules} Speak to valued members first.`, ''],
  ])('says nothing of “%s”', (reply, instructions, stated) => {
    expect(found(reply, instructions, stated)).toEqual([]);
  });
});
