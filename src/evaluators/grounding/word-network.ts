import { DenseLayer } from './dense-layer';
import type { FeatureTable } from './features/feature-table';
import { logistic } from './logistic';
import { poolWords } from './pool-words';
import type { WeightsFile } from './weights-file';

/** What the network says of a reply. */
export interface NetworkReading {
  /** The probability that each word is at fault. */
  words: Float32Array;
  /** The probability that any of them is. */
  reply: number;
}

/** Values this many deviations from the mean count like those farther off. */
const FARTHEST = 4;

/**
 * A small convolutional network over the words of a reply, fitted by `training/network.py`. It makes some channels of
 * the features of each word; blocks then mix in what stands around the word, each from twice as far as the one before
 * (dilated convolutions: Yu and Koltun, ICLR 2016), channel by channel and then across channels (depthwise separable
 * ones: Chollet, CVPR 2017). From there it answers for each word, and through a pool of all words for the reply.
 */
export class WordNetwork {
  private readonly names: string[];
  private readonly means: Float32Array;
  private readonly deviations: Float32Array;
  private readonly input: DenseLayer;
  private readonly blocks: Block[];
  private readonly word: DenseLayer;
  private readonly attention: DenseLayer;
  private readonly pool: DenseLayer;
  private readonly reply: DenseLayer;

  constructor(weights: WeightsFile) {
    const layer = (name: string): DenseLayer =>
      new DenseLayer(weights.float32(`network.${name}.weights`), weights.float32(`network.${name}.biases`));
    this.names = weights.text('network.names').split('\n');
    this.means = weights.float32('network.means');
    this.deviations = weights.float32('network.deviations');
    this.input = layer('input');
    this.blocks = weights
      .text('network.blocks')
      .split('\n')
      .map((name, index) => new Block(weights.float32(`network.${name}.taps`), layer(name), 2 ** index));
    this.word = layer('word');
    this.attention = layer('attention');
    this.pool = layer('pool');
    this.reply = layer('reply');
  }

  /**
   * Reads the words of a reply, a row each.
   * @throws Error when the columns are not those that the network was fitted on
   */
  predict(features: FeatureTable): NetworkReading {
    features.requireNames(this.names);
    const hidden = rectify(this.input.apply(this.standardize(features)));
    for (const block of this.blocks) block.addTo(hidden);
    return { words: this.word.apply(hidden).map(logistic), reply: logistic(this.readReply(hidden)) };
  }

  private readReply(hidden: Float32Array): number {
    const { attention, pool, reply } = this;
    const pooled = poolWords(hidden, attention.apply(hidden), attention.inputs);
    return reply.apply(rectify(pool.apply(pooled)))[0] as number;
  }

  /** Row after row; of each value the signed square root, by how many deviations it is from the mean. */
  private standardize({ columns, rowCount }: FeatureTable): Float32Array {
    const values = new Float32Array(rowCount * columns.length);
    columns.forEach((column, index) => {
      const mean = this.means[index] as number;
      const deviation = this.deviations[index] as number;
      for (let row = 0; row < rowCount; row += 1) {
        const value = column[row] as number;
        const short = value < 0 ? -Math.sqrt(-value) : Math.sqrt(value);
        const distance = (short - mean) / deviation;
        values[row * columns.length + index] = Math.max(-FARTHEST, Math.min(FARTHEST, distance));
      }
    });
    return values;
  }
}

/** Adds to each word what its layer makes of the word and of those that stand `distance` before and after it. */
class Block {
  constructor(
    /** A weight of each channel for the word before, then for the word itself, then for the word after. */
    private readonly taps: Float32Array,
    private readonly layer: DenseLayer,
    private readonly distance: number,
  ) {}

  addTo(hidden: Float32Array): void {
    const added = rectify(this.layer.apply(this.mix(hidden)));
    for (let at = 0; at < hidden.length; at += 1) hidden[at] = (hidden[at] as number) + (added[at] as number);
  }

  /** Of each channel its weighted sum over the three words; beyond the reply all is zero. */
  private mix(hidden: Float32Array): Float32Array {
    const { taps } = this;
    const channels = taps.length / 3;
    const step = this.distance * channels;
    const padded = new Float32Array(hidden.length + 2 * step);
    padded.set(hidden, step);
    const mixed = new Float32Array(hidden.length);
    for (let word = 0; word < hidden.length; word += channels) {
      for (let channel = 0; channel < channels; channel += 1) {
        const at = word + channel;
        mixed[at] =
          (padded[at] as number) * (taps[channel] as number) +
          (padded[at + step] as number) * (taps[channels + channel] as number) +
          (padded[at + 2 * step] as number) * (taps[2 * channels + channel] as number);
      }
    }
    return mixed;
  }
}

function rectify(values: Float32Array): Float32Array {
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) < 0) values[at] = 0;
  return values;
}
