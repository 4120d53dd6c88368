import { randomBytes } from 'node:crypto';
import { KeyRing } from '../../src/platform/security/key-ring';

/** Keys of one purpose, as of an api with a separate secret. */
export function testKeys(): KeyRing {
  return KeyRing.derive([randomBytes(32)], 'test');
}
