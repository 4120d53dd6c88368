import { compare, valueAt } from '../columns';

const evidence = 'In May the team of Arsenal defeated Chelsea. Then the boy fed 12 goats and 7 hens.';
const roles = (reply: string, word: string) => {
  const judged = compare(evidence, reply);
  return ['nameBefore', 'nameAfter', 'namesSwapped'].map((column) => valueAt(judged, column, word));
};

describe('names around a word', () => {
  it.each([
    ['stand as in the evidence', 'On Sunday Arsenal defeated Chelsea.', 'defeated', [1, 1, 0]],
    ['stand so at the start of a sentence too', 'Arsenal defeated Chelsea.', 'defeated', [1, 1, 0]],
    ['have changed places', 'On Sunday Chelsea defeated Arsenal.', 'defeated', [0, 0, 1]],
    ['are others', 'On Sunday Everton defeated Fulham.', 'defeated', [0, 0, 0]],
    [
      'tell nothing of a word that the evidence does not have',
      'On Sunday Arsenal praised Chelsea.',
      'praised',
      [-1, -1, 0],
    ],
    ['are none', 'They defeated them.', 'defeated', [-1, -1, -1]],
  ])('%s', (_case, reply, word, expected) => {
    expect(roles(reply, word)).toEqual(expected);
  });
});

describe('countsSame', () => {
  it.each([
    ['counts the same', 'He fed 12 goats.', '12', 1],
    ['counts something else', 'He fed 7 goats, or 12 horses.', '12', 0],
    ['is not in the evidence', 'He fed 13 goats.', '13', -1],
    ['counts nothing', 'He fed all 12.', '12', -1],
  ])('of a number that %s', (_case, reply, word, expected) => {
    expect(valueAt(compare(evidence, reply), 'countsSame', word)).toBe(expected);
  });
});
