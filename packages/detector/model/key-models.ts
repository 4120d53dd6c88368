import { KEYS_PER_WORD, LEXICAL_KEY_BITS } from './features/lexical-keys';
import type { WeightsFile } from './weights-file';

/** A linear model over lexical keys; its weights are whole numbers times a scale. */
class KeyModel {
  private readonly weights: Int8Array;
  private readonly scale: number;
  private readonly intercept: number;

  constructor(file: WeightsFile, name: string) {
    this.weights = file.int8(`${name}.weights`);
    const [scale, intercept] = file.float64(`${name}.scale`);
    this.scale = scale as number;
    this.intercept = intercept as number;
  }

  weightOf(key: number): number {
    return (this.weights[key] as number) * this.scale;
  }

  /** The score for a weighted sum of keys. */
  scoreOf(sum: number): number {
    return sum + this.intercept;
  }
}

/** The log-odds that each word is at fault, judged by the words alone. */
export class WordKeyModel {
  private readonly model: KeyModel;

  constructor(file: WeightsFile) {
    this.model = new KeyModel(file, 'lexical');
  }

  score(keys: Uint32Array): Float32Array {
    return Float32Array.from({ length: keys.length / KEYS_PER_WORD }, (_, word) => {
      let sum = 0;
      for (let at = word * KEYS_PER_WORD; at < (word + 1) * KEYS_PER_WORD; at += 1) {
        sum += this.model.weightOf(keys[at] as number);
      }
      return this.model.scoreOf(sum);
    });
  }
}

/** The log-odds that a group of words, a sentence or a whole reply, has an issue, judged by the words alone. */
export class GroupKeyModel {
  private readonly model: KeyModel;
  /** How often each key occurs in the group at hand; all zero between groups. */
  private readonly counts = new Uint32Array(1 << LEXICAL_KEY_BITS);

  constructor(file: WeightsFile, name: 'sentenceKeys' | 'keyScore') {
    this.model = new KeyModel(file, name);
  }

  /** Keys count by the logarithm of one more than their number, over the root of one more than the squares' sum. */
  score(keys: Uint32Array): number {
    const { counts } = this;
    for (const key of keys) counts[key] = (counts[key] as number) + 1;
    let sum = 0;
    let squares = 0;
    for (const key of keys) {
      const count = counts[key] as number;
      if (count === 0) continue;
      counts[key] = 0;
      const weight = Math.log1p(count);
      sum += weight * this.model.weightOf(key);
      squares += weight * weight;
    }
    return Math.fround(this.model.scoreOf(sum / Math.sqrt(squares + 1)));
  }
}
