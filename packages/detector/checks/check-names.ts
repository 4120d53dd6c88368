import { normalizeWord, type Token } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import type { WordIndex } from '../evidence/word-index';
import { listCurrencies } from '../gazetteers/currencies';
import { neutralWords } from '../gazetteers/name-words';
import { listStateWords } from '../gazetteers/us-states';
import { buildInitials, CAPITALIZED, normalizeToken, scanNames } from '../text/names';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';
import { findOtherForms, findOtherNames, isSpelledOtherwise } from './names-in-other-forms';

/** "TVs": the plural of an abbreviation. */
const SEVERAL = /^\p{Lu}{2,}s$/u;
const MAX_NOUN_LENGTH = 16;

/**
 * Names with a word that the evidence does not have, both in English: other languages capitalize other words and name
 * countries otherwise. Left alone: words that are capitalized because of their place (start of a
 * sentence, of a list item or of quoted text), headings and labels, text in capitals.
 */
export const checkNames = (text: string, evidence: Evidence): Finding[] =>
  compareNames(text, evidence).findings;

/** The same, with the names that the evidence has in another form. */
export function compareNames(text: string, evidence: Evidence): ValueVerdict {
  const { words: evidenceWords, scripts } = evidence;
  const findings: Finding[] = [];
  const supported = findOtherNames(text, evidence);
  for (const { words, tested } of scanNames(text)) {
    const missing = tested.filter(
      (token) => scripts.canCompare(normalizeToken(token)) && !isKnown(token, evidenceWords),
    );
    for (const token of tested) if (isSpelledOtherwise(token, evidenceWords)) supported.push(token);
    if (missing.length === 0) continue;
    const [start, end] = [(words[0] as Token).start, (words.at(-1) as Token).end];
    const otherForms = findOtherForms(words, tested, evidence);
    if (missing.every((token) => otherForms.has(token))) {
      supported.push(...otherForms);
      continue;
    }
    const isShort =
      words.length > 1 && (isShortened(words, evidenceWords) || isShortened(tested, evidenceWords));
    if (isCompound(tested, evidenceWords) || isShort || isOfCurrency(words, text, evidenceWords)) {
      supported.push({ start, end });
      continue;
    }
    const near = tested
      .map((token) => evidenceWords.findName(normalizeToken(token)))
      .find((name) => name !== null);
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
  return { findings, supported };
}

/** Whether the evidence has the word; "TVs" also as "TV", "MA" also as "Massachusetts". */
function isKnown(token: Token, evidence: WordIndex): boolean {
  if (evidence.has(normalizeToken(token)) || isSpelledOtherwise(token, evidence)) return true;
  if (SEVERAL.test(token.text) && evidence.has(normalizeWord(token.text.slice(0, -1)))) return true;
  const state = listStateWords(token.text);
  return state.length > 0 && evidence.hasPhrase(state);
}

/** "Swiss" of "Swiss francs" where the evidence has "CHF". */
function isOfCurrency(words: readonly Token[], text: string, evidence: WordIndex): boolean {
  const end = (words.at(-1) as Token).end;
  const noun = /^\s(\p{L}+)/u.exec(text.slice(end, end + MAX_NOUN_LENGTH))?.[1];
  const name = [...words.map(normalizeToken), noun?.toLowerCase()].join(' ');
  return noun !== undefined && listCurrencies(name).some((code) => evidence.hasWritten(code));
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
