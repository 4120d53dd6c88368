import { startCpuClock } from '../../../../test/support/cpu-time';
import { checkNumbers } from '../../checks/check-numbers';
import { indexEvidence } from '../../evidence/evidence';
import { readNumbers } from '../../values/numbers';

const evidence =
  'The rent is EUR 1,250 and the deposit 2 rents. It opened in 1796, was rebuilt in 1859, and seats 480 people on 16 rows.';
const found = (reply: string, source = evidence): string[] =>
  checkNumbers(readNumbers(reply), indexEvidence(source).numbers).map(({ start, end }) =>
    reply.slice(start, end),
  );

describe('a number that a reply works out', () => {
  it.each([
    ['a product', 'Two rents make EUR 2,500.'],
    ['a difference', 'It was rebuilt in 1859, 63 years later.'],
    ['a quotient', 'It seats 480 people on 16 rows, so 30 on each.'],
    ['a sum', 'With the 16 rows of 480 seats that is 496 in total.'],
    [
      'what follows from a number that was worked out',
      'Two rents make 2,500. With 480 paid, 2,020 are left.',
    ],
  ])('may be %s', (_, reply) => {
    expect(found(reply)).toEqual([]);
  });

  it.each([
    ['another result', 'Two rents make EUR 2,700.', ['2,700']],
    ['no word for it', 'It was rebuilt in 1859 by 63 workers.', ['63']],
    [
      'a word for it elsewhere in the sentence',
      'It is so large that 30 people fit on each of the 16.',
      ['30'],
    ],
    ['its operand in another sentence', 'It seats 480. So 30 fit on each.', ['30']],
    ['an invented operand', 'It has 77 steps, so 93 with the 16 rows.', ['77', '93']],
    ['a year', 'It was rebuilt after 16 years, so 1875.', ['1875']],
  ])('is found with %s', (_, reply, expected) => {
    expect(found(reply)).toEqual(expected);
  });

  it('is found next to so many numbers that some two make any other', () => {
    const many = Array.from({ length: 15 }, (_, index) => `${index * 37}`).join(' and ');

    expect(found('Two rents make EUR 2,500.', `${evidence} ${many}`)).toEqual(['2,500']);
  });

  it('takes little time among half a million numbers', () => {
    const cpuMs = startCpuClock();

    found('7 '.repeat(500_000) + 'so 12345 7 '.repeat(300), 'There are 7.');

    expect(cpuMs()).toBeLessThan(5_000);
  });
});
