import { KEYS_PER_WORD } from '../../model/features/lexical-keys';
import { GroupKeyModel, WordKeyModel } from '../../model/key-models';
import { makeWeights } from './weights';

const weights = makeWeights({
  'lexical.weights': Int8Array.of(0, 10, -4),
  'lexical.scale': Float64Array.of(0.5, 0.25),
  'keyScore.weights': Int8Array.of(0, 10, -4),
  'keyScore.scale': Float64Array.of(0.5, 0.25),
});

describe('WordKeyModel', () => {
  it('adds up the scaled weights of the keys of each word, and the intercept', () => {
    const keys = new Uint32Array(2 * KEYS_PER_WORD);
    keys.set([1, 2]);
    keys.set([2, 2], KEYS_PER_WORD);

    expect(Array.from(new WordKeyModel(weights).score(keys))).toEqual([5 - 2 + 0.25, -4 + 0.25]);
  });

  it('has no score for no words', () => {
    expect(new WordKeyModel(weights).score(new Uint32Array())).toHaveLength(0);
  });
});

describe('GroupKeyModel', () => {
  it('weighs a key by the logarithm of its count, and all by their length', () => {
    const [once, thrice] = [Math.log(2), Math.log(4)];
    const expected = (thrice * 5 + once * -2) / Math.sqrt(thrice ** 2 + once ** 2 + 1) + 0.25;

    expect(new GroupKeyModel(weights, 'keyScore').score(Uint32Array.of(1, 2, 1, 1))).toBeCloseTo(expected, 6);
  });

  it('scores a group the same, no matter what it scored before', () => {
    const model = new GroupKeyModel(weights, 'keyScore');
    const keys = Uint32Array.of(1, 2, 1, 1);
    const first = model.score(keys);

    model.score(Uint32Array.of(2, 2, 1));

    expect(model.score(keys)).toBe(first);
  });

  it('gives a group without words the intercept', () => {
    expect(new GroupKeyModel(weights, 'keyScore').score(new Uint32Array())).toBe(0.25);
  });
});
