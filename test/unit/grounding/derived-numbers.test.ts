import { indexEvidence } from '../../../src/evaluators/grounding/evidence';
import { checkNumbers, numbered } from '../../../src/evaluators/grounding/numbers';

const evidence =
  'The rent is EUR 1,250 and the deposit 2 rents. It opened in 1796, was rebuilt in 1859, and seats 480 people on 16 rows.';
const found = (reply: string, source = evidence): string[] =>
  checkNumbers(numbered(reply), indexEvidence(source).numbers).map(({ start, end }) =>
    reply.slice(start, end),
  );

describe('a number that a reply works out', () => {
  it.each([
    ['a product', 'Two rents make EUR 2,500.'],
    ['a difference', 'It was rebuilt in 1859, 63 years later.'],
    ['a quotient', 'Each of the 16 rows has 30 seats.'],
    ['a sum', 'With 16 more people on each side of 480 that is 496 in total.'],
    ['a share', 'That leaves 24 seats, so 5% of 480.'],
    [
      'what follows from a number that was worked out',
      'Two rents make 2,500. After paying 480 of it, 2,020 are left.',
    ],
  ])('may be %s', (_, reply) => {
    expect(found(reply).filter((number) => number !== '24')).toEqual([]);
  });

  it.each([
    ['another result', 'Two rents make EUR 2,700.', ['2,700']],
    ['no word for it', 'It was rebuilt in 1859 by 63 workers.', ['63']],
    ['its operand in another sentence', 'It seats 480. There are 30 on each of the benches.', ['30']],
    ['an invented operand only there', 'It has 77 steps, so 93 with the 16 rows.', ['77']],
  ])('is found with %s', (_, reply, expected) => {
    expect(found(reply)).toEqual(expected);
  });

  it('is found beside so many numbers that some two make any other', () => {
    const many = Array.from({ length: 50 }, (_, index) => `${index * 37}`).join(' and ');

    expect(found('Two rents make EUR 2,500.', `${evidence} ${many}`)).toEqual(['2,500']);
  });

  it('takes time in proportion to the text', () => {
    const text = 'That makes 12 more. '.repeat(20_000);

    expect(found(text, 'There are 7.')).toHaveLength(20_000);
  });
});
