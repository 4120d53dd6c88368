import { WordNetwork } from '../../model/word-network';
import { logistic } from '../../vectors/float-arrays';
import { farthest, readAgreement, shippedWeights } from './agreement';
import { tableOf } from './columns';
import { makeWeights } from './weights';

/** What the network makes of a value before it weighs it: here means are 0 and deviations 1. */
const short = (value: number): number => Math.min(4, Math.sqrt(value));

const CHANNELS = 16;
/** The channels' weights, zero but for those that are given by their place. */
const only = (weights: Record<number, number>, length = CHANNELS): number[] =>
  Array.from({ length }, (_, place) => weights[place] ?? 0);

/** Sixteen channels, of which only the first two, columns "a" and "b", are not zero; one block; the output is their sum. */
function makeNetwork(taps: { before: number; own: number; after: number }, channels = CHANNELS): WordNetwork {
  const every = (value: number): Float32Array => new Float32Array(channels).fill(value);
  return new WordNetwork(
    makeWeights({
      'network.names': 'a\nb',
      'network.means': Float32Array.of(0, 0),
      'network.deviations': Float32Array.of(1, 1),
      'network.input.weights': Float32Array.from(only({ 0: 1, 3: 1 }, 2 * channels)),
      'network.input.biases': every(0),
      'network.blocks': 'block0',
      'network.block0.taps': Float32Array.from([
        ...every(taps.before),
        ...every(taps.own),
        ...every(taps.after),
      ]),
      'network.block0.weights': Float32Array.from(
        Array.from({ length: channels }, (_, place) => only({ [place]: 1 }, channels)).flat(),
      ),
      'network.block0.biases': every(0),
      'network.word.weights': every(1),
      'network.word.biases': Float32Array.of(-0.5),
      // Attention to the words that have the second channel.
      'network.attention.weights': Float32Array.from(only({ 1: 1e3 }, channels)),
      'network.attention.biases': Float32Array.of(0),
      // Of the first channel the mean by attention, the plain mean and the highest value.
      'network.pool.weights': Float32Array.from(
        [0, channels, 2 * channels].flatMap((place) => only({ [place]: 1 }, 3 * channels)),
      ),
      'network.pool.biases': Float32Array.of(0, 0, 0),
      'network.reply.weights': Float32Array.of(1, 10, 100),
      'network.reply.biases': Float32Array.of(-42),
    }),
  );
}

describe('WordNetwork', () => {
  const rows = [
    [1, 0],
    [0, 2],
    [0, -3],
  ];

  it.each([
    ['the word itself', { before: 0, own: 1, after: 0 }, [2 * short(1), 2 * short(2), 0]],
    [
      'the word before, none before the first',
      { before: 1, own: 0, after: 0 },
      [short(1), short(2) + short(1), short(2)],
    ],
    [
      'the word after, none after the last',
      { before: 0, own: 0, after: 1 },
      [short(1) + short(2), short(2), 0],
    ],
  ])('adds to a word what a block sees of %s', (_seen, taps, sums) => {
    const { words } = makeNetwork(taps).predict(tableOf(['a', 'b'], rows));

    expect(
      farthest(
        words,
        sums.map((sum) => logistic(sum - 0.5)),
      ),
    ).toBeLessThan(1e-6);
  });

  it('takes what is far off for no farther than four deviations', () => {
    const far = tableOf(
      ['a', 'b'],
      [
        [1e3, 0],
        [1e9, 0],
      ],
    );

    const { words } = makeNetwork({ before: 0, own: 0, after: 0 }).predict(far);

    expect(words[0]).toBeCloseTo(logistic(3.5), 6);
    expect(words[1]).toBe(words[0]);
  });

  it('scores the reply by the mean by attention, the plain mean and the maximum of its words', () => {
    const attended = [
      [0.01, 4],
      [0.04, 0],
      [0.16, 0],
    ];
    const { reply } = makeNetwork({ before: 0, own: 0, after: 0 }).predict(tableOf(['a', 'b'], attended));

    expect(reply).toBeCloseTo(logistic(0.1 + 10 * (0.7 / 3) + 100 * 0.4 - 42), 5);
  });

  it('gives nothing for no words, and refuses other columns', () => {
    const network = makeNetwork({ before: 0, own: 1, after: 0 });

    expect(network.predict(tableOf(['a', 'b'], []))).toEqual({
      words: new Float32Array(),
      reply: logistic(-42),
    });
    expect(() => network.predict(tableOf(['b', 'a'], [[0, 0]]))).toThrow(/other features/);
  });

  it('says the same again after a reply of other length, which needs more memory', () => {
    const network = makeNetwork({ before: 1, own: 1, after: 1 });
    const before = network.predict(tableOf(['a', 'b'], rows));

    const long = network.predict(
      tableOf(
        ['a', 'b'],
        Array.from({ length: 5_001 }, () => [1, 0]),
      ),
    );

    expect(long.words).toHaveLength(5_001);
    expect(long.words[5_000]).toBeCloseTo(logistic(3 - 0.5), 6);
    expect(network.predict(tableOf(['a', 'b'], rows))).toEqual(before);
  });

  it('refuses channels that are not a multiple of 16', () => {
    expect(() => makeNetwork({ before: 0, own: 1, after: 0 }, 4)).toThrow(/multiple of 16/);
  });
});

describe('the shipped network', () => {
  it('gives the probabilities of the library that fitted it, to five decimals', () => {
    const { names, rows, probabilities, reply } = readAgreement('network');

    const predicted = new WordNetwork(shippedWeights).predict(tableOf(names, rows));

    expect(rows.length).toBeGreaterThan(20);
    expect(farthest(predicted.words, probabilities)).toBeLessThanOrEqual(1e-5);
    expect(farthest(Float32Array.of(predicted.reply), [reply as number])).toBeLessThanOrEqual(1e-5);
  });
});
