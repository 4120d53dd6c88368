/** A sentence without the white space around it, as UTF-16 indexes; the end is exclusive. */
export interface Sentence {
  start: number;
  end: number;
}

/** The sentences of a text in order; a line ends one too. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const match of text.matchAll(/[^\s].*?(?:[.!?](?=\s|$)|[。！？]|$)/gmu)) {
    sentences.push({ start: match.index, end: match.index + match[0].length });
  }
  return sentences;
}

/** Words and numbers of some length, in lower case. */
export function extractWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]{4,}|\p{N}+/gu) ?? []);
}

/** How many of some words a text has. */
export function countSharedWords(text: string, words: ReadonlySet<string>): number {
  return [...extractWords(text)].filter((word) => words.has(word)).length;
}
