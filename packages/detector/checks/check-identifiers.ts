import { scanTokens } from '../base/tokens';
import { findNameWord, type IdentifierIndex } from '../evidence/identifier-index';
import type { IdentifierMention } from '../text/identifiers';
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
    .filter(({ key }) => !evidence.has(key))
    .map(({ start, end, text: written, key }) => {
      const before = scanTokens(text.slice(Math.max(0, start - MAX_BEFORE_LENGTH), start));
      const rival = evidence.findRival(key, findNameWord(before, before.length));
      const nearest = rival === null ? '' : `; the evidence has ${quote(rival.text)}`;
      return {
        start,
        end,
        kind: 'fabrication',
        explanation: `The identifier ${quote(written)} is nowhere in the evidence${nearest}.`,
        confidence:
          rival !== null || isLong(key) ? checkConfidence.identifier : checkConfidence.unlikeIdentifier,
        evidence: rival === null ? [] : [rival],
      };
    });
}

const isLong = (key: string): boolean =>
  key.length >= MIN_LONG_LENGTH &&
  /\p{L}/u.test(key) &&
  key.replace(/\P{Nd}/gu, '').length >= MIN_LONG_FIGURES;
