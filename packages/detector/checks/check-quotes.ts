import { isFunctionWord, listNormalizedWords } from '../base/tokens';
import type { WordIndex } from '../evidence/word-index';
import { checkConfidence, type Finding, quote } from './finding';

const QUOTATION =
  /„[^„“”\n]{1,600}[“”]|«[^«»\n]{1,600}»|“[^“”\n]{1,600}”|(?<![\p{L}\p{N}])"[^"\n]{1,600}"(?![\p{L}\p{N}])/gu;
const ELISION = /…|\.{3}|\[[^\]]{0,80}\]/;
const MIN_WORDS = 2;
/** Shorter ones are often labels or scare quotes: their words may be apart in the evidence. */
const MIN_WORDS_IN_A_ROW = 4;

/**
 * Quoted text of two words or more that the evidence does not have. From four words on, its words must follow one
 * another somewhere in the evidence; an elision may lie between. Quoted questions are left alone.
 */
export function checkQuotes(text: string, evidence: WordIndex): Finding[] {
  if (/^\s*[{[]/.test(text)) return []; // in a JSON reply quotation marks are syntax
  const findings: Finding[] = [];
  for (const match of text.matchAll(QUOTATION)) {
    const quotation = match[0].slice(1, -1);
    if (quotation.trimEnd().endsWith('?') || isSupported(quotation, evidence)) continue;
    const start = match.index + 1 + quotation.search(/\S/);
    const end = match.index + 1 + quotation.trimEnd().length;
    findings.push({
      ...{ start, end },
      kind: 'fabrication',
      explanation: `The quotation ${quote(text.slice(start, end))} does not occur in the evidence.`,
      confidence: checkConfidence.quote,
      evidence: [],
    });
  }
  return findings;
}

function isSupported(quotation: string, evidence: WordIndex): boolean {
  const pieces = quotation.split(ELISION).map(listNormalizedWords);
  const words = pieces.flat();
  if (words.length < MIN_WORDS) return true;
  if (words.length < MIN_WORDS_IN_A_ROW || isValue(words)) return words.every((word) => evidence.has(word));
  return pieces.every((piece) => evidence.hasPhrase(piece));
}

/** "Up to 60 cm": the parts of a value may be in the header and the cell of a table. */
const isValue = (words: readonly string[]): boolean =>
  words.some((word) => /^\d/.test(word)) &&
  words.filter((word) => !/^\d/.test(word) && !isFunctionWord(word)).length <= 1;
