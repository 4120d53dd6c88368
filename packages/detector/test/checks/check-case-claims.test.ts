import { checkCaseClaims } from '../../checks/check-case-claims';

const rules =
  'Damaged parcels are replaced within a week. Refunds are paid by bank transfer. Do not promise a date. ' +
  'Complaints may be forwarded to the branch.';

const found = (reply: string, instructions = rules, stated = 'What about my parcel?'): string[] =>
  checkCaseClaims(reply, () => ({ instructions, stated })).map(({ start, end }) => reply.slice(start, end));

describe('checkCaseClaims', () => {
  it.each([
    ['Your parcel has been replaced.', 'Your parcel has been replaced'],
    ['Your refund of 1,200 euros was already paid.', 'Your refund of 1,200 euros was already paid'],
    ['We have forwarded your complaint.', 'We have forwarded your'],
  ])('finds what only a rule speaks of: %s', (reply, claim) => {
    expect(found(reply)).toEqual([claim]);
  });

  it.each([
    ['Damaged parcels are replaced within a week.', rules, ''],
    ['If your parcel was replaced, you get a message.', rules, ''],
    ['Your parcel has been replaced.', `${rules} The parcel of this customer was replaced on Monday.`, ''],
    ['Your parcel has been replaced.', rules, '{"status": "replaced"}'],
    ['Your parcel has been found.', rules, ''],
  ])('says nothing of “%s”', (reply, instructions, stated) => {
    expect(found(reply, instructions, stated)).toEqual([]);
  });
});
