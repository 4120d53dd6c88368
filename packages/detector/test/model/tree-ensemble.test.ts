import { TreeEnsemble } from '../../model/tree-ensemble';
import { farthest, readAgreement, shippedWeights } from './agreement';
import { tableOf } from './columns';
import { makeWeights } from './weights';

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** Two trees: by "idf" at 2 and then by "place" at 0.5; and by "place" at 0.25. */
const weights = makeWeights({
  'hand.names': 'idf\nplace',
  'hand.feature': Uint8Array.of(0, 1, 1),
  'hand.threshold': Float32Array.of(2, 0.5, 0.25),
  'hand.left': Int16Array.of(-1, -2, -1),
  'hand.right': Int16Array.of(1, -3, -2),
  'hand.leaf': Float32Array.of(-1, 0.5, 2, 0.25, -0.25),
  'hand.firstNode': Uint16Array.of(0, 2),
  'hand.firstLeaf': Uint16Array.of(0, 3),
});

describe('TreeEnsemble', () => {
  const ensemble = new TreeEnsemble(weights, 'hand');

  it.each([
    ['left of the root', [1, 0.3], -1 - 0.25],
    ['left where the value is the threshold itself', [2, 0.25], -1 + 0.25],
    ['right of the root, then left', [3, 0.5], 0.5 - 0.25],
    ['right of the root, then right', [3, 0.75], 2 - 0.25],
    ['right for a value that is no number', [Number.NaN, 0.1], 0.5 + 0.25],
  ])('adds up the leaves of all trees: %s', (_path, row, sum) => {
    const [probability] = ensemble.predict(tableOf(['idf', 'place'], [row]));

    expect(probability).toBeCloseTo(logistic(sum), 6);
  });

  it('gives one probability a row, and none for no rows', () => {
    const rows = [
      [1, 0.3],
      [3, 0.75],
    ];

    expect(ensemble.predict(tableOf(['idf', 'place'], rows))).toEqual(
      Float32Array.of(logistic(-1.25), logistic(1.75)),
    );
    expect(ensemble.predict(tableOf(['idf', 'place'], []))).toHaveLength(0);
  });

  it.each([
    ['another name', ['idf', 'index']],
    ['another order', ['place', 'idf']],
    ['a column too few', ['idf']],
    ['a column too many', ['idf', 'place', 'index']],
  ])('refuses a table with %s', (_kind, names) => {
    expect(() => ensemble.predict(tableOf(names, [names.map(() => 0)]))).toThrow(/other features/);
  });
});

describe('the shipped ensembles', () => {
  it.each(['sentences', 'replies'] as const)(
    'give the probabilities of the library that fitted them, to six decimals: %s',
    (name) => {
      const { names, rows, probabilities } = readAgreement(name);

      const predicted = new TreeEnsemble(shippedWeights, name).predict(tableOf(names, rows));

      expect(rows.length).toBeGreaterThan(0);
      expect(farthest(predicted, probabilities)).toBeLessThanOrEqual(1e-6);
    },
  );
});
