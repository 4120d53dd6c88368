import { scanTokens } from '../base/tokens';
import { findNameWord, type IdentifierIndex } from '../evidence/identifier-index';
import { type IdentifierMention, toIdentifierKey } from '../text/identifiers';
import { isWithin, type Region, scanMatches } from '../text/regions';
import { checkConfidence, type Finding, quote } from './finding';

const MAX_BEFORE_LENGTH = 64;
/** A code this long with as many figures names one thing only. */
const MIN_LONG_LENGTH = 8;
const MIN_LONG_FIGURES = 4;

/** Codes that the evidence does not have, regardless of groups, hyphens and capitals. */
export function checkIdentifiers(
  text: string,
  mentions: readonly IdentifierMention[],
  evidence: IdentifierIndex,
): Finding[] {
  return mentions
    .filter((mention) => !evidence.has(mention.key) && !isSeveral(mention, evidence))
    .map(({ start, end, text: literal, key }) => {
      const before = scanTokens(text.slice(Math.max(0, start - MAX_BEFORE_LENGTH), start));
      const rival = evidence.findRival(key, findNameWord(before, before.length));
      const nearest = rival === null ? '' : `; the evidence has ${quote(rival.text)}`;
      return {
        start,
        end,
        kind: 'fabrication',
        explanation: `The identifier ${quote(literal)} is nowhere in the evidence${nearest}.`,
        confidence:
          rival !== null || isLong(key) ? checkConfidence.identifier : checkConfidence.unlikeIdentifier,
        evidence: rival === null ? [] : [rival],
      };
    });
}

/** "U15s": several of what has the code. */
const SEVERAL = /(?<=\d)s$/;
/** "TP 579": a code with its letters apart, as flights and courses are written. */
const SPLIT = /(?<![\p{L}\p{N}-])\p{Lu}[\p{Lu}\d]{0,3} \d{1,6}(?![\p{L}\p{N}]|[.,:]\d)/gu;

const isSeveral = ({ key }: IdentifierMention, evidence: IdentifierIndex): boolean =>
  SEVERAL.test(key) && !evidence.has(key) && evidence.has(key.replace(SEVERAL, ''));

/** Codes that the evidence has without the space, or of which the text says that there are several. */
export const findCodesInOtherForms = (
  text: string,
  mentions: readonly IdentifierMention[],
  evidence: IdentifierIndex,
): Region[] => [
  ...scanMatches(text, SPLIT).filter(
    ({ start, end }) => !isWithin(mentions, start) && evidence.has(toIdentifierKey(text.slice(start, end))),
  ),
  ...mentions.filter((mention) => isSeveral(mention, evidence)),
];

const isLong = (key: string): boolean =>
  key.length >= MIN_LONG_LENGTH &&
  /\p{L}/u.test(key) &&
  key.replace(/\P{Nd}/gu, '').length >= MIN_LONG_FIGURES;
