import { readFileSync } from 'node:fs';
import { computeReplyFeatures } from '../src/evaluators/grounding/features/reply-level-features';
import { FeatureWriter, type ReplyRecord, readFeatureTables, readFloats } from './feature-files';

/**
 * Writes what the reply model is told, from the second word model's and the sentence model's probabilities and the
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
  const replies = JSON.parse(readFileSync(`${prefix}.replies.json`, 'utf8')) as ReplyRecord[];
  const probabilities = readFloats(probabilitiesPath);
  const sentenceProbabilities = readFloats(sentencesPath);
  const keyScores = readFloats(keyScoresPath);
  const matrix = new FeatureWriter(output);
  let row = 0;
  let index = 0;
  let sentence = 0;
  for (const table of readFeatureTables(prefix, replies)) {
    const own = probabilities.subarray(row, row + table.rowCount);
    const { sentences } = replies[index] as ReplyRecord;
    const ofSentences = sentenceProbabilities.subarray(sentence, sentence + sentences.length);
    matrix.write(computeReplyFeatures(table, sentences, own, ofSentences, keyScores[index] as number));
    sentence += sentences.length;
    row += table.rowCount;
    index += 1;
  }
  matrix.close();
}

main(process.argv.slice(2));
