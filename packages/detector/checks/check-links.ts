import { normalizeWord } from '../base/tokens';
import type { Evidence } from '../evidence/evidence';
import { listLanguageNames } from '../gazetteers/languages';
import { toIdentifierKey } from '../text/identifiers';
import type { LinkMention } from '../text/links';
import { checkConfidence, quote, type ValueVerdict } from './finding';

/**
 * Links of the reply that the evidence does not have, nor a longer link that starts with them, and those that it states in
 * parts: a base and a path, or one with a placeholder in whose place there is a value.
 */
export function checkLinks(mentions: readonly LinkMention[], evidence: Evidence): ValueVerdict {
  const { links, words, identifiers } = evidence;
  const unknown = mentions.filter(({ key }) => !links.has(key));
  const isStated = (value: string): boolean =>
    value !== '' &&
    (words.hasExactly(normalizeWord(value)) ||
      identifiers.has(toIdentifierKey(value)) ||
      listLanguageNames(value).some((name) => words.hasExactly(normalizeWord(name))));
  const supported = unknown.filter(({ key }) => links.isJoined(key, isStated));
  const findings = unknown
    .filter((link) => !supported.includes(link))
    .map(({ start, end, text, key }) => {
      const near = links.findNear(key);
      const nearest = near === null ? '' : `; the nearest one there is ${quote(near.text)}`;
      return {
        start,
        end,
        kind: 'fabrication' as const,
        explanation: `The ${key.includes('@') ? 'e-mail address' : 'link'} ${quote(text)} is nowhere in the evidence${nearest}.`,
        confidence: checkConfidence.link,
        evidence: near === null ? [] : [near],
      };
    });
  return { findings, supported };
}
