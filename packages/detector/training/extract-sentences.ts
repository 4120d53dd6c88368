import { computeSentenceFeatures } from '../model/features/sentence-model-features';
import { FeatureWriter, readFloats, readReplies } from './feature-files';

/**
 * Writes the input of the sentence model from the network's probabilities and the scores of the sentences'
 * keys: `extract-sentences PREFIX PROBABILITIES KEY_SCORES OUT_PREFIX`.
 */
function main([prefix, probabilitiesPath, keyScoresPath, output]: string[]): void {
  if (
    prefix === undefined ||
    probabilitiesPath === undefined ||
    keyScoresPath === undefined ||
    output === undefined
  ) {
    throw new Error('Usage: extract-sentences PREFIX PROBABILITIES KEY_SCORES OUT_PREFIX');
  }
  const probabilities = readFloats(probabilitiesPath);
  const keyScores = readFloats(keyScoresPath);
  const matrix = new FeatureWriter(output);
  for (const { record, table, ofWords, ofSentences } of readReplies(prefix)) {
    const scores = ofSentences(keyScores);
    matrix.write(computeSentenceFeatures(table, record.sentences, ofWords(probabilities), scores));
  }
  matrix.close();
}

main(process.argv.slice(2));
