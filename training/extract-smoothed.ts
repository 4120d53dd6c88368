import { computeSmoothedFeatures } from '../src/evaluators/grounding/features/smoothed-features';
import { FeatureWriter, readFloats, readReplies } from './feature-files';

/**
 * Writes what the second word model is told, from the first one's probabilities:
 * `extract-smoothed PREFIX PROBABILITIES OUT_PREFIX`.
 */
function main([prefix, probabilitiesPath, output]: string[]): void {
  if (prefix === undefined || probabilitiesPath === undefined || output === undefined) {
    throw new Error('Usage: extract-smoothed PREFIX PROBABILITIES OUT_PREFIX');
  }
  const probabilities = readFloats(probabilitiesPath);
  const matrix = new FeatureWriter(output);
  for (const { record, table, ofWords } of readReplies(prefix)) {
    matrix.write(computeSmoothedFeatures(table, record, ofWords(probabilities)));
  }
  matrix.close();
}

main(process.argv.slice(2));
