import { deriveKey, sign, unseal, verify } from './derived-keys';

/**
 * The keys of one purpose, the current one first. New values use the current key; values made with a previous
 * key stay readable until that key is removed.
 */
export class KeyRing {
  private constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  /** One key for `purpose` per secret, in their order. */
  static derive(secrets: Secrets, purpose: string): KeyRing {
    const [current, ...previous] = secrets;
    return new KeyRing([
      deriveKey(current, purpose),
      ...previous.map((secret) => deriveKey(secret, purpose)),
    ]);
  }

  /** Signs and seals. */
  get current(): Buffer {
    return this.keys[0];
  }

  /** The current key and those before it. */
  get all(): readonly Buffer[] {
    return this.keys;
  }

  sign(payload: string): string {
    return sign(this.current, payload);
  }

  /** The payload of a text that any key of the ring has signed; null for every other text. */
  verify(signed: string): string | null {
    for (const key of this.keys) {
      const payload = verify(key, signed);
      if (payload !== null) return payload;
    }
    return null;
  }

  /** @throws Error when no key of the ring has sealed the text, or it was altered */
  unseal(sealed: string): string {
    const failures: unknown[] = [];
    for (const key of this.keys) {
      try {
        return unseal(key, sealed);
      } catch (error) {
        failures.push(error);
      }
    }
    throw new AggregateError(failures, 'This text was not sealed with a key of this ring');
  }
}

/** 32 bytes each: the current secret, then the previous one during a rotation. */
export type Secrets = readonly [Buffer, ...Buffer[]];
