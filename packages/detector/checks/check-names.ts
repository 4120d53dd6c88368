import { normalizeWord, type Token } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { isSpokenOf } from '../evidence/region-mentions';
import type { WordIndex } from '../evidence/word-index';
import { neutralWords } from '../gazetteers/name-words';
import { listStateWords } from '../gazetteers/us-states';
import { buildInitials, CAPITALIZED, normalizeToken, scanNames } from '../text/names';
import { checkConfidence, type Finding, quote } from './finding';

/** "TVs": the plural of an abbreviation. */
const SEVERAL = /^\p{Lu}{2,}s$/u;
const MAX_WORDS_OF_REGIONS = 8;

/**
 * Names with a word that the evidence does not have, both in English: other languages capitalize other words and name
 * countries otherwise. Left alone: words that are capitalized because of their place (start of a
 * sentence, of a list item or of quoted text), headings and labels, text in capitals.
 */
export function checkNames(text: string, evidence: Evidence): Finding[] {
  const { words: known, scripts } = evidence;
  const findings: Finding[] = [];
  for (const { words, tested } of scanNames(text)) {
    const missing = tested.filter(
      (token) => scripts.canCompare(normalizeToken(token)) && !isKnown(token, known),
    );
    if (missing.length === 0 || isCompound(tested, known) || isOfRegions(words, tested, known)) continue;
    if (words.length > 1 && (isShortened(words, known) || isShortened(tested, known))) continue;
    const [start, end] = [(words[0] as Token).start, (words.at(-1) as Token).end];
    const near = tested.map((token) => known.findName(normalizeToken(token))).find((name) => name !== null);
    const nearest = near === undefined ? '' : `; the evidence has ${quote(near.text)}`;
    findings.push({
      start,
      end,
      kind: 'fabrication',
      explanation: `The name ${quote(text.slice(start, end))} is nowhere in the evidence${nearest}.`,
      confidence: checkConfidence.name,
      evidence: near === undefined ? [] : [near],
    });
  }
  return findings;
}

/** Whether the evidence has the word; "TVs" also as "TV", "MA" also as "Massachusetts". */
function isKnown(token: Token, evidence: WordIndex): boolean {
  if (evidence.has(normalizeToken(token))) return true;
  if (SEVERAL.test(token.text) && evidence.has(normalizeWord(token.text.slice(0, -1)))) return true;
  const state = listStateWords(token.text);
  return state.length > 0 && evidence.hasPhrase(state);
}

/** Whether a name is made of countries, or their adjectives, that the evidence speaks of by another name. */
function isOfRegions(words: Token[], tested: Token[], evidence: WordIndex): boolean {
  if (words.length > MAX_WORDS_OF_REGIONS) return false;
  const pairs = words.slice(1).map((word, index) => [words[index] as Token, word]);
  const spoken = [...words.map((word) => [word]), ...pairs].filter((name) =>
    isSpokenOf(name.map(normalizeToken).join(' '), evidence),
  );
  return tested.every((token) => spoken.some((name) => name.includes(token)));
}

/** "Wide Area Networks" where the evidence has "WAN" or "WANs". */
function isShortened(words: Token[], evidence: WordIndex): boolean {
  const initials = buildInitials(words.filter(({ text }) => CAPITALIZED.test(text)));
  if (initials.length < 2 || neutralWords.has(initials)) return false;
  const capitals = initials.toUpperCase();
  return evidence.hasWritten(capitals) || evidence.hasWritten(`${capitals}s`);
}

/** "Wi-Fi" where the evidence has "wifi". */
const isCompound = (words: Token[], evidence: WordIndex): boolean =>
  words.length === 2 && evidence.hasExactly(words.map(normalizeToken).join(''));
