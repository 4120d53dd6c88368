import { hash } from 'node:crypto';

/**
 * A UUID (version 8, RFC 9562) computed from an owner and a purpose, so that every try writes to the same
 * document.
 */
export function derivedId(
  owner: string,
  purpose:
    | 'item'
    | 'evaluator-column'
    | 'scheduled-experiment'
    | 'reply'
    | 'reply-evaluation'
    | 'baseline-evaluation'
    | 'online-evaluation'
    | 'conversation'
    | 'detection'
    | 'message'
    | 'finding',
): string {
  const hex = hash('sha256', `${owner}/${purpose}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
