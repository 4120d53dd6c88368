/** A sentence or a line with UTF-16 offsets, without white space around it. */
export interface Sentence {
  start: number;
  end: number;
  text: string;
}

const BOUNDARY = /[.!?…]["'”’)\]]{0,3}\s|[。！？]|\n/g;
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st jr sr vs etc inc ltd co corp no gen gov sen rep rev lt col sgt capt ' +
    'e.g i.e u.s u.k a.m p.m'
  ).split(' '),
);
const LONGEST_ABBREVIATION = 6;

/** The sentences of `text` in order. A line break ends one; a full stop after an abbreviation or an initial does not. */
export function scanSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const match of text.matchAll(BOUNDARY)) {
    if (match[0].startsWith('.') && endsInAbbreviation(text, from, match.index)) continue;
    const to = match.index + match[0].length;
    pushTrimmed(sentences, text, from, to);
    from = to;
  }
  pushTrimmed(sentences, text, from, text.length);
  return sentences;
}

function endsInAbbreviation(text: string, from: number, stop: number): boolean {
  const tail = text.slice(Math.max(from, stop - LONGEST_ABBREVIATION - 1), stop);
  const word = tail.slice(Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'), tail.lastIndexOf('(')) + 1);
  return /^\p{Lu}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

function pushTrimmed(sentences: Sentence[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const start = from + (raw.length - raw.trimStart().length);
  sentences.push({ start, end: start + trimmed.length, text: trimmed });
}
