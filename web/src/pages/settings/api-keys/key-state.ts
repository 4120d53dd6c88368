export type KeyState = 'active' | 'expired' | 'revoked';

/** Returns the state of a key at `now` (milliseconds). */
export function getKeyState(
  { revoked_at, expires_at }: { revoked_at: string | null; expires_at: string },
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  return Date.parse(expires_at) <= now ? 'expired' : 'active';
}
