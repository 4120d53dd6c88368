import { poolWords } from '../../model/word-network';

describe('poolWords', () => {
  it('gives the mean by attention, the plain mean and the highest value of each channel', () => {
    const twoWords = Float32Array.of(1, 8, 5, 0);
    // Of weights 1 and 3 in all 4.
    const attention = Float32Array.of(0, Math.log(3));

    const pooled = [...poolWords(twoWords, attention, 2)];

    expect(pooled.map((value) => Number(value.toFixed(5)))).toEqual([4, 2, 3, 4, 5, 8]);
  });

  it('gives zeros for no words', () => {
    expect(poolWords(new Float32Array(), new Float32Array(), 2)).toEqual(new Float32Array(6));
  });
});
