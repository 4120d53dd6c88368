import { computeReplyFeatures } from '../src/evaluators/grounding/features/reply-level-features';
import { FeatureWriter, readFloats, readReplies } from './feature-files';

/**
 * Writes what the reply model is told, from the network's and the sentence model's probabilities and the
 * scores of the replies' keys: `extract-replies PREFIX PROBABILITIES SENTENCE_PROBABILITIES KEY_SCORES OUT_PREFIX`.
 */
function main([prefix, probabilitiesPath, sentencesPath, keyScoresPath, output]: string[]): void {
  if (
    prefix === undefined ||
    probabilitiesPath === undefined ||
    sentencesPath === undefined ||
    keyScoresPath === undefined ||
    output === undefined
  ) {
    throw new Error(
      'Usage: extract-replies PREFIX PROBABILITIES SENTENCE_PROBABILITIES KEY_SCORES OUT_PREFIX',
    );
  }
  const probabilities = readFloats(probabilitiesPath);
  const sentenceProbabilities = readFloats(sentencesPath);
  const keyScores = readFloats(keyScoresPath);
  const matrix = new FeatureWriter(output);
  for (const { index, record, table, ofWords, ofSentences } of readReplies(prefix)) {
    matrix.write(
      computeReplyFeatures(
        table,
        record.sentences,
        ofWords(probabilities),
        ofSentences(sentenceProbabilities),
        keyScores[index] as number,
      ),
    );
  }
  matrix.close();
}

main(process.argv.slice(2));
