import { listNormalizedWords } from '../base/tokens';
import type { WordIndex } from '../evidence/word-index';
import { neutralWords } from '../gazetteers/name-words';
import {
  listNumeralPhrases,
  listRomanPhrase,
  MAX_NUMERAL,
  type NumeralMention,
  scanNumerals,
} from '../text/numerals';
import { findFirst } from '../text/regions';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

/** Numerals that a name may be next to, and itself. */
const MAX_NEIGHBORS = 3;
/** Longer ones are no pronoun and no initial. */
const MIN_ROMAN_LENGTH = 2;

/**
 * Numerals of names that the evidence writes in another way, as in "Henry VIII" and "Henry the Eighth", and those in whose
 * place it has another one in Roman figures.
 */
export function checkNumerals(text: string, evidence: WordIndex): ValueVerdict {
  const mentions = scanNumerals(text).filter(({ name }) => evidence.hasExactly(name));
  const isKnown = ({ name, value }: NumeralMention): boolean =>
    listNumeralPhrases(name, value).some((phrase) => evidence.hasPhrase(phrase));
  const supportedMentions = mentions.filter(isKnown);
  const byEnd = supportedMentions.toSorted((one, other) => one.end - other.end);
  const isByKnown = ({ start, end }: NumeralMention): boolean => {
    const first = findFirst(byEnd.length, (at) => (byEnd[at] as NumeralMention).end > start);
    return byEnd.slice(first, first + MAX_NEIGHBORS).some((other) => other.start < end);
  };
  const findings = mentions.flatMap((mention): Finding[] => {
    const { start, end } = mention;
    // "Part II of phase 3": a name may be next to two numerals.
    if (isByKnown(mention)) return [];
    const rival = findRival(mention, text, evidence);
    if (rival === null) return [];
    return [
      {
        ...{ start, end, kind: 'fabrication', evidence: [], confidence: checkConfidence.numeral },
        explanation: `${quote(text.slice(start, end))} is nowhere in the evidence; it has ${quote(rival)}.`,
      },
    ];
  });
  return {
    findings,
    supported: supportedMentions.filter((mention) => isWrittenOtherwise(mention, text, evidence)),
  };
}

/** Whether the words of the numeral are not those of the evidence, and it belongs to a name: any two may be "two". */
function isWrittenOtherwise(
  { start, end, name, value, isRoman }: NumeralMention,
  text: string,
  evidence: WordIndex,
): boolean {
  const literal = text.slice(start, end);
  const isOfName = isRoman || /^\p{Lu}/u.test(literal) || evidence.hasPhrase(listRomanPhrase(name, value));
  return isOfName && !evidence.hasPhrase(listNormalizedWords(literal));
}

/** The name with another numeral, where one of both is in Roman figures. */
function findRival(
  { name, value, isRoman, end }: NumeralMention,
  text: string,
  evidence: WordIndex,
): string | null {
  if (neutralWords.has(name)) return null;
  const isLong = isRoman && /[IVX]{2}$/.test(text.slice(end - MIN_ROMAN_LENGTH, end));
  for (let other = 1; other <= MAX_NUMERAL; other += 1) {
    if (other === value) continue;
    const roman = listRomanPhrase(name, other);
    const phrases = isLong ? listNumeralPhrases(name, other) : (roman[1] as string).length > 1 ? [roman] : [];
    const phrase = phrases.find((phrase) => evidence.hasPhrase(phrase));
    if (phrase !== undefined) return phrase.join(' ');
  }
  return null;
}
