/** A key that makes a request that is sent twice count once. Works without HTTPS too, as `randomUUID` does not. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
