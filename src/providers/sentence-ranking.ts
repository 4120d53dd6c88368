/** Common parameters of BM25: saturation of repeated terms and strength of the length normalization. */
const k1 = 1.2;
const b = 0.75;

const term = /[\p{L}\p{N}]+/gu;

/**
 * BM25 score of each sentence for a query, in the given order; 0 without a common term. Formula: Robertson
 * and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with the logarithm of 1 +
 * odds, so that no term lowers a score. Linear in the length of the sentences; yields after each sentence.
 */
export function* scoreSentences(sentences: string[], query: string): Generator<undefined, number[]> {
  const queryTerms = new Set(termsOf(query));
  const documents: ReturnType<typeof countQueryTerms>[] = [];
  for (const sentence of sentences) {
    documents.push(countQueryTerms(sentence, queryTerms));
    yield;
  }
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const documentFrequency = new Map<string, number>();
  for (const { frequencies } of documents) {
    for (const word of frequencies.keys()) {
      documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
    }
  }
  return documents.map(({ frequencies, length }) => {
    let score = 0;
    for (const [word, frequency] of frequencies) {
      const documentCount = documentFrequency.get(word) ?? 0;
      const idf = Math.log(1 + (documents.length - documentCount + 0.5) / (documentCount + 0.5));
      const norm = k1 * (1 - b + (b * length) / averageLength);
      score += (idf * frequency * (k1 + 1)) / (frequency + norm);
    }
    return score;
  });
}

function countQueryTerms(sentence: string, queryTerms: Set<string>) {
  const terms = termsOf(sentence);
  const frequencies = new Map<string, number>();
  for (const word of terms) {
    if (queryTerms.has(word)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return { frequencies, length: terms.length };
}

function termsOf(text: string): string[] {
  return text.toLowerCase().match(term) ?? [];
}
