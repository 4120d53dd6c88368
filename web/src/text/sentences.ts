/** A sentence without surrounding white space, as UTF-16 indexes; the end is exclusive. */
export interface Sentence {
  start: number;
  end: number;
}

/** Splits a text into sentences; a line break ends one. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const match of text.matchAll(/[^\s].*?(?:[.!?](?=\s|$)|[。！？]|$)/gmu)) {
    sentences.push({ start: match.index, end: match.index + match[0].length });
  }
  return sentences;
}

/** Extracts numbers and words of at least four letters, in lower case. */
export function extractWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]{4,}|\p{N}+/gu) ?? []);
}

/** Counts the words of a set that a text contains. */
export function countSharedWords(text: string, words: ReadonlySet<string>): number {
  return [...extractWords(text)].filter((word) => words.has(word)).length;
}
