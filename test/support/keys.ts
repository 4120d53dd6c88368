import { randomBytes } from 'node:crypto';
import { KeyRing } from '../../src/platform/security/key-ring';

/** Keys of one purpose, as an api with a secret of its own has them. */
export function testKeys(): KeyRing {
  return KeyRing.derive([randomBytes(32)], 'test');
}
