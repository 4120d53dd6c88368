/** Creates an idempotency key. `randomUUID` is not available without HTTPS, `getRandomValues` is. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
