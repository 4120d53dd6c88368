import { Arithmetic, NUMBER_BYTES, type Place } from '../vectors/arithmetic';
import { logistic } from '../vectors/float-arrays';
import { DenseLayer } from './dense-layer';
import type { FeatureTable } from './features/feature-table';
import type { WeightsFile } from './weights-file';

/** What the network says of a reply. */
export interface NetworkReading {
  /** The probability that each word is at fault. */
  words: Float32Array;
  /** The probability that any of them is. */
  reply: number;
}

/** Values this many deviations from the mean count like those farther off. */
const MAX_DEVIATIONS = 4;
/** What `standardize` writes after the last row at most. */
const SPARE_ROWS = 3;

/**
 * A small convolutional network over the words of a reply, trained by `training/network.py`. It makes some channels of
 * the features of each word; blocks then mix in what is around the word, each from twice as far as the one before
 * (dilated convolutions: Yu and Koltun, ICLR 2016), channel by channel and then across channels (depthwise separable
 * ones: Chollet, CVPR 2017). From there it gives a probability for each word, and through a pool of all words one for the reply.
 */
export class WordNetwork {
  private readonly arithmetic = new Arithmetic();
  private readonly names: string[];
  private readonly means: Place;
  private readonly deviations: Place;
  private readonly input: DenseLayer;
  private readonly blocks: Block[];
  private readonly word: DenseLayer;
  private readonly attention: DenseLayer;
  private readonly pool: DenseLayer;
  private readonly reply: DenseLayer;

  /** @throws RangeError when the number of channels is not a multiple of 16 */
  constructor(weights: WeightsFile) {
    const { arithmetic } = this;
    const read = (name: string): Float32Array => weights.float32(`network.${name}`);
    const layer = (name: string): DenseLayer =>
      new DenseLayer(arithmetic, read(`${name}.weights`), read(`${name}.biases`));
    this.names = weights.text('network.names').split('\n');
    this.means = arithmetic.putPermanently(read('means'));
    this.deviations = arithmetic.putPermanently(read('deviations'));
    this.input = layer('input');
    this.blocks = weights
      .text('network.blocks')
      .split('\n')
      .map(
        (name, index) =>
          new Block(arithmetic, arithmetic.putPermanently(read(`${name}.taps`)), layer(name), 2 ** index),
      );
    this.word = layer('word');
    this.attention = layer('attention');
    this.pool = layer('pool');
    this.reply = layer('reply');
    const { inputs: channels } = this.word;
    if (channels !== this.input.width)
      throw new RangeError(`The network has ${channels} channels, which is not a multiple of 16`);
  }

  /**
   * Reads the words of a reply, a row each.
   * @throws Error when the columns are not those that the network was trained on
   */
  predict(features: FeatureTable): NetworkReading {
    features.requireNames(this.names);
    this.arithmetic.clear();
    const { rowCount: count } = features;
    const margin = Math.max(...this.blocks.map(({ distance }) => distance));
    const hidden = this.input.rectified(this.standardize(features), count, margin);
    for (const block of this.blocks) block.addTo(hidden, count);
    const ofWords = this.firstOutputs(this.word, hidden, count);
    return { words: ofWords.map(logistic), reply: logistic(this.readReply(hidden, count)) };
  }

  /** Row after row; of each value the signed square root, by how many deviations it is from the mean. */
  private standardize({ values, columns, rowCount }: FeatureTable): Place {
    const { arithmetic, means, deviations } = this;
    const width = columns.length;
    const from = arithmetic.put(values.subarray(0, width * rowCount));
    const rows = arithmetic.allocate((rowCount + SPARE_ROWS) * width);
    arithmetic.kernel.standardize(from, rowCount, width, means, deviations, MAX_DEVIATIONS, rows);
    return rows;
  }

  private readReply(hidden: Place, count: number): number {
    const { arithmetic, attention, pool, reply } = this;
    const attended = this.firstOutputs(attention, hidden, count);
    const words = arithmetic.at(hidden, count * attention.inputs);
    const pooled = arithmetic.put(poolWords(words, attended, attention.inputs));
    return this.firstOutputs(reply, pool.rectified(pooled, 1), 1)[0] as number;
  }

  private firstOutputs(layer: DenseLayer, rows: Place, count: number): Float32Array {
    const outputs = this.arithmetic.at(layer.apply(rows, count), count * layer.width);
    return Float32Array.from({ length: count }, (_, row) => outputs[row * layer.width] as number);
  }
}

/** Adds to each word what its layer makes of the word and of those `distance` words before and after it. */
class Block {
  constructor(
    private readonly arithmetic: Arithmetic,
    /** A weight of each channel for the word before, then for the word itself, then for the word after. */
    private readonly taps: Place,
    private readonly layer: DenseLayer,
    readonly distance: number,
  ) {}

  /** There have to be `distance` rows of zeros before and after the `count` rows at `hidden`. */
  addTo(hidden: Place, count: number): void {
    const { arithmetic, taps, layer, distance } = this;
    const bytes = layer.width * NUMBER_BYTES;
    const mixed = arithmetic.allocate(count * layer.width);
    arithmetic.kernel.mix(hidden, count, bytes, distance * bytes, taps, mixed);
    arithmetic.kernel.addRectified(hidden, layer.apply(mixed, count), count * layer.width);
  }
}

/**
 * One row for all words: of each channel the mean by attention (a softmax: Bahdanau et al., ICLR 2015), then the plain
 * mean, then the maximum.
 * @param hidden a row of `channels` numbers for each word, none of them negative
 * @param attention a number for each word
 * @returns three times `channels` numbers, zeros where there are no words
 */
export function poolWords(hidden: Float32Array, attention: Float32Array, channels: number): Float32Array {
  const pooled = new Float32Array(3 * channels);
  const maxAttention = attention.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  const weights = attention.map((value) => Math.exp(value - maxAttention));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  for (let word = 0; word < attention.length; word += 1) {
    const weight = (weights[word] as number) / sum;
    for (let channel = 0; channel < channels; channel += 1) {
      const value = hidden[word * channels + channel] as number;
      const mean = channels + channel;
      const max = mean + channels;
      pooled[channel] = (pooled[channel] as number) + weight * value;
      pooled[mean] = (pooled[mean] as number) + value / attention.length;
      pooled[max] = Math.max(pooled[max] as number, value);
    }
  }
  return pooled;
}
