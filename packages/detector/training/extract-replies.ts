import { computeReplyFeatures } from '../model/features/reply-level-features';
import { FeatureWriter, readFloats, readReplies } from './feature-files';

/**
 * Writes the input of the reply model from the output of earlier models for words, sentences, the keys of
 * replies and replies: `extract-replies PREFIX WORDS SENTENCES KEYS NETWORK OUT_PREFIX`.
 */
function main([prefix, words, sentences, keys, network, output]: (string | undefined)[]): void {
  if (!prefix || !words || !sentences || !keys || !network || !output) {
    throw new Error('Usage: extract-replies PREFIX WORDS SENTENCES KEYS NETWORK OUT_PREFIX');
  }
  const [ofEveryWord, ofEverySentence] = [readFloats(words), readFloats(sentences)];
  const [keyScores, networkScores] = [readFloats(keys), readFloats(network)];
  const matrix = new FeatureWriter(output);
  for (const { index, record, table, ofWords, ofSentences } of readReplies(prefix)) {
    matrix.write(
      computeReplyFeatures(table, record.sentences, {
        words: ofWords(ofEveryWord),
        sentences: ofSentences(ofEverySentence),
        keys: keyScores[index] as number,
        network: networkScores[index] as number,
      }),
    );
  }
  matrix.close();
}

main(process.argv.slice(2));
