import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { KeyRing } from '../security/key-ring';
import type { TimePosition } from '../time-position';
import { withinPageBytes } from './page';

/**
 * Opaque, tamper-evident cursors. A cursor is bound to its list and filters: used elsewhere, it is rejected
 * instead of silently selecting the wrong page.
 */
export class CursorCodec {
  constructor(private readonly keys: KeyRing) {}

  /** `scope` identifies the list, its workspace and its filters; `decode` needs the same one. */
  encode(scope: readonly unknown[], position: readonly (string | number)[]): string {
    return this.keys.sign(JSON.stringify([fingerprint(scope), ...position]));
  }

  /** @throws AppError cursor_invalid */
  decode(scope: readonly unknown[], cursor: string): (string | number)[] {
    const payload = this.keys.verify(cursor);
    if (payload === null) throw invalidCursor();
    const [scopeMark, ...position] = JSON.parse(payload) as [string, ...(string | number)[]];
    if (scopeMark !== fingerprint(scope)) throw invalidCursor();
    return position;
  }

  encodeTime(scope: readonly unknown[], position: TimePosition): string {
    return this.encode(scope, [position.createdAt.getTime(), position.id]);
  }

  decodeTime(scope: readonly unknown[], cursor: string | null): TimePosition | null {
    if (cursor === null) return null;
    const [time, id] = this.decode(scope, cursor);
    return { createdAt: new Date(Number(time)), id: String(id) };
  }

  /**
   * The first `limit` items, fewer when they would exceed 8 MiB of JSON, but at least one. Also returns the
   * cursor of the next page, or null on the last page. The last page is recognized by reading one item more
   * than the limit, or from a list that reports that it was truncated.
   */
  cutPage<Item extends TimePosition>(
    scope: readonly unknown[],
    found: Item[],
    limit: number,
    { isCutShort = false } = {},
  ) {
    const items = withinPageBytes(found.slice(0, limit));
    const last = found.length > items.length || isCutShort ? items.at(-1) : undefined;
    return { items, nextCursor: last === undefined ? null : this.encodeTime(scope, last) };
  }
}

function fingerprint(scope: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 12);
}

function invalidCursor(): AppError {
  return new AppError('cursor_invalid', 'The cursor was not issued for this list', {
    loc: ['query', 'cursor'],
  });
}
