import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error';
import type { KeyRing } from '../security/key-ring';

/** The position of an entry in its list. */
export type CursorValues = readonly (string | number)[];

/**
 * Opaque, tamper-evident cursors. A cursor is bound to its list and filters: used elsewhere, it is rejected
 * instead of silently selecting the wrong page.
 */
export class CursorCodec {
  constructor(private readonly keys: KeyRing) {}

  /** `scope` identifies the list, its workspace and its filters; `decode` needs the same one. */
  encode(scope: readonly unknown[], position: CursorValues): string {
    return this.keys.sign(JSON.stringify([fingerprint(scope), ...position]));
  }

  /** @throws AppError cursor_invalid */
  decode(scope: readonly unknown[], cursor: string): CursorValues {
    const payload = this.keys.verify(cursor);
    if (payload === null) throw invalidCursor();
    const [scopeMark, ...position] = JSON.parse(payload) as [string, ...(string | number)[]];
    if (scopeMark !== fingerprint(scope)) throw invalidCursor();
    return position;
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
