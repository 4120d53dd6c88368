import { deriveKey, sign, unseal, verify } from './derived-keys';

/**
 * The keys of one purpose, the current one first. What is issued uses the current key; what was issued with a previous
 * one stays readable until that key is removed.
 */
export class KeyRing {
  private constructor(private readonly keys: readonly [Buffer, ...Buffer[]]) {}

  /** Keys for `purpose`, one for each secret of `secrets`, in their order. */
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
    throw new AggregateError(failures, 'No key of the ring has sealed this text');
  }
}

/** 32 bytes each: the secret in use, then the one before it while it is being rotated out. */
export type Secrets = readonly [Buffer, ...Buffer[]];
