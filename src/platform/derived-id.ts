import { createHash } from 'node:crypto';

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
  const bytes = createHash('sha256').update(`${owner}/${purpose}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
