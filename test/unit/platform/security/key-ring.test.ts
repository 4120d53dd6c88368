import { randomBytes } from 'node:crypto';
import { seal } from '../../../../src/platform/security/derived-keys';
import { KeyRing } from '../../../../src/platform/security/key-ring';

const before = randomBytes(32);
const now = randomBytes(32);
const rotating = KeyRing.derive([now, before], 'test');

describe('while a secret is being rotated', () => {
  it('reads what the previous one signed and sealed', () => {
    const old = KeyRing.derive([before], 'test');

    expect(rotating.verify(old.sign('payload'))).toBe('payload');
    expect(rotating.unseal(seal(old.current, 'text'))).toBe('text');
  });

  it('signs and seals with the current one alone', () => {
    const next = KeyRing.derive([now], 'test');

    expect(next.verify(rotating.sign('payload'))).toBe('payload');
    expect(next.unseal(seal(rotating.current, 'text'))).toBe('text');
  });
});

it('reads nothing that a secret outside the ring or another purpose has made', () => {
  const others = [KeyRing.derive([randomBytes(32)], 'test'), KeyRing.derive([now], 'another purpose')];

  for (const other of others) {
    expect(rotating.verify(other.sign('payload'))).toBeNull();
    expect(() => rotating.unseal(seal(other.current, 'text'))).toThrow('not sealed with a key of this ring');
  }
});
