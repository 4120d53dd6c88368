import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../base/package-folder';
import { readWeightsFile } from '../../model/weights-file';

export const shippedWeights = readWeightsFile(join(packageFolder, 'models/grounding.bin.gz'));

interface Agreement {
  names: string[];
  rows: number[][];
  probabilities: number[];
  /** What the network says of the reply whose words the rows are. */
  reply?: number;
}

/** Rows of features with the probabilities that the library gave them which fitted the shipped weights. */
export function readAgreement(model: 'network' | 'sentences' | 'replies'): Agreement {
  const path = join(packageFolder, 'test/fixtures/agreement.json');
  const { [model]: agreement } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    Omit<Agreement, 'names'>
  >;
  if (agreement === undefined) throw new Error(`Nothing to compare ${model} with`);
  return { ...agreement, names: shippedWeights.text(`${model}.names`).split('\n') };
}

/** The largest difference between what was predicted and what should be. */
export const farthest = (predicted: Float32Array, expected: readonly number[]): number =>
  Math.max(...Array.from(predicted, (value, row) => Math.abs(value - (expected[row] as number))));
