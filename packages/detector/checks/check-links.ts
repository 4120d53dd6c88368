import type { LinkIndex } from '../evidence/link-index';
import type { LinkMention } from '../text/links';
import { checkConfidence, type Finding, quote } from './finding';

/** Links of the reply that the evidence does not have, nor a longer link that starts with them. */
export function checkLinks(mentions: LinkMention[], evidence: LinkIndex): Finding[] {
  return mentions
    .filter(({ key }) => !evidence.keys.has(key))
    .map(({ start, end, text, key }) => {
      const near = evidence.findNear(key);
      const nearest = near === null ? '' : `; the nearest one there is ${quote(near.text)}`;
      return {
        start,
        end,
        kind: 'fabrication',
        explanation: `The ${key.includes('@') ? 'e-mail address' : 'link'} ${quote(text)} is nowhere in the evidence${nearest}.`,
        confidence: checkConfidence.link,
        evidence: near === null ? [] : [near],
      };
    });
}
