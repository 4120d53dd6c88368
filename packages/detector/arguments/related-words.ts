import type { Lexicon } from '../gazetteers/lexicon';

/** The cosine from which two words are about the same: "parcel" and "shipping", not "italian" and "pizza". */
const MIN_COSINE = 0.55;
/** Natural logarithm; more frequent words are close to all others. */
const MIN_IDF = 4;
/** Of the end of a conversation, which says what a call is for. */
const MAX_WORDS = 300;

/** Whether a word is close in meaning to one of the last words. */
export function isRelated(word: string, words: readonly string[], lexicon: Lexicon): boolean {
  const vector = findRareVector(word, lexicon);
  if (vector === null) return false;
  return [...new Set(words.slice(-MAX_WORDS))].some((other) => {
    const near = findRareVector(other, lexicon);
    return near !== null && computeCosine(vector, near) >= MIN_COSINE;
  });
}

function findRareVector(word: string, lexicon: Lexicon): Float32Array | null {
  const row = lexicon.rowOf(word);
  return lexicon.idfOf(row) < MIN_IDF ? null : lexicon.vectorOf(row);
}

function computeCosine(one: Float32Array, other: Float32Array): number {
  let [product, size, otherSize] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [one[index] as number, other[index] as number];
    product += a * b;
    size += a * a;
    otherSize += b * b;
  }
  return product / Math.sqrt(size * otherSize);
}
