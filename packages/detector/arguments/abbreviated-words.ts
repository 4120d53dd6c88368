import { isFunctionWord, listNormalizedWords } from '../base/tokens';
import type { WordIndex } from '../evidence/word-index';
import { currencyNames, findUnitSymbol, listNamesOfCode, listPrefixes } from '../gazetteers/abbreviations';

/**
 * Whether the evidence writes out what the normalized word is a code of. "dollars" alone is enough for "usd",
 * unless another dollar, such as the Canadian one, is named.
 */
export function isCodeOfNamed(code: string, evidence: WordIndex): boolean {
  return listNamesOfCode(code).some((name) => {
    const words = listNormalizedWords(name);
    if (words.every((word) => evidence.has(word))) return true;
    const noun = words.at(-1) ?? '';
    if (code.length !== 3 || words.length < 2 || !evidence.has(noun)) return false;
    const namesakes = currencyNames.filter((other) => other.length > 1 && other.at(-1) === noun);
    return !namesakes.some((other) => other.every((word) => evidence.has(word)));
  });
}

/** Whether the evidence has the normalized word cut short: "temp" for "temperature", "km" for "kilometers". */
export function isAbbreviated(word: string, evidence: WordIndex): boolean {
  const symbol = findUnitSymbol(word);
  if (symbol !== undefined && evidence.hasExactly(symbol)) return true;
  return listPrefixes(word).some((prefix) => !isFunctionWord(prefix) && evidence.hasExactly(prefix));
}
