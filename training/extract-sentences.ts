import { readFileSync } from 'node:fs';
import { computeSentenceFeatures } from '../src/evaluators/grounding/features/sentence-model-features';
import { FeatureWriter, type ReplyRecord, readFeatureTables, readFloats } from './feature-files';

/**
 * Writes what the sentence model is told, from the second word model's probabilities and the scores of the sentences'
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
  const replies = JSON.parse(readFileSync(`${prefix}.replies.json`, 'utf8')) as ReplyRecord[];
  const probabilities = readFloats(probabilitiesPath);
  const keyScores = readFloats(keyScoresPath);
  const matrix = new FeatureWriter(output);
  let row = 0;
  let index = 0;
  let sentence = 0;
  for (const table of readFeatureTables(prefix, replies)) {
    const own = probabilities.subarray(row, row + table.rowCount);
    const { sentences } = replies[index] as ReplyRecord;
    const scores = keyScores.subarray(sentence, sentence + sentences.length);
    matrix.write(computeSentenceFeatures(table, sentences, own, scores));
    row += table.rowCount;
    index += 1;
    sentence += sentences.length;
  }
  matrix.close();
}

main(process.argv.slice(2));
