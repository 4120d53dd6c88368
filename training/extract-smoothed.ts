import { readFileSync } from 'node:fs';
import { computeSmoothedFeatures } from '../src/evaluators/grounding/features/smoothed-features';
import { FeatureWriter, type ReplyRecord, readFeatureTables, readFloats } from './feature-files';

/**
 * Writes what the second word model is told, from the first one's probabilities:
 * `extract-smoothed PREFIX PROBABILITIES OUT_PREFIX`.
 */
function main([prefix, probabilitiesPath, output]: string[]): void {
  if (prefix === undefined || probabilitiesPath === undefined || output === undefined) {
    throw new Error('Usage: extract-smoothed PREFIX PROBABILITIES OUT_PREFIX');
  }
  const replies = JSON.parse(readFileSync(`${prefix}.replies.json`, 'utf8')) as ReplyRecord[];
  const probabilities = readFloats(probabilitiesPath);
  const matrix = new FeatureWriter(output);
  let row = 0;
  let index = 0;
  for (const table of readFeatureTables(prefix, replies)) {
    const own = probabilities.subarray(row, row + table.rowCount);
    matrix.write(computeSmoothedFeatures(table, replies[index] as ReplyRecord, own));
    row += table.rowCount;
    index += 1;
  }
  matrix.close();
}

main(process.argv.slice(2));
