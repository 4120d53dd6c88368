import {
  displayPrefix,
  generateKey,
  hashKey,
  isWellFormedKey,
  keyScopes,
} from '../../../../src/access/api-keys/key-format';
import { fc } from '../../../support/property';

describe('generateKey', () => {
  it.each([
    ['workspace', /^assay_ws_[0-9A-Za-z]{40}$/],
    ['user', /^assay_user_[0-9A-Za-z]{40}$/],
  ] as const)('marks a key of scope %s', (scope, form) => {
    expect(generateKey(scope)).toMatch(form);
  });

  it('makes keys that are well formed and all different', () => {
    const keys = Array.from({ length: 200 }, () => generateKey('user'));

    expect(keys.every(isWellFormedKey)).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });

  it('uses every character of base62 in its random part', () => {
    const random = Array.from({ length: 200 }, () =>
      generateKey('workspace').slice('assay_ws_'.length, -6),
    ).join('');

    expect(new Set(random).size).toBe(62);
  });

  it('leaves at least 160 random bits hidden when the display prefix is known', () => {
    const hidden = Math.min(...keyScopes.map((scope) => generateKey(scope).length - 16 - 6));

    expect(hidden * Math.log2(62)).toBeGreaterThanOrEqual(160);
  });
});

describe('isWellFormedKey', () => {
  it('refuses a key with any one character changed', () => {
    const key = generateKey('workspace');
    const position = fc.integer({ min: 0, max: key.length - 1 });
    const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-');

    fc.assert(
      fc.property(position, character, (at, other) => {
        fc.pre(key[at] !== other);
        return !isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1));
      }),
    );
  });

  it.each([
    '',
    'sk-123',
    'assay_ws_',
    `${generateKey('user')}0`,
    generateKey('user').slice(0, -1),
    ` ${generateKey('user')}`,
  ])('refuses %j', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  it('knows a key whose checksum was computed elsewhere', () => {
    // CRC-32 of the first 43 characters by Python's zlib.crc32, in base62 (0-9A-Za-z).
    expect(isWellFormedKey('assay_ws_00000000000000000000000000000000004Y06ft')).toBe(true);
  });
});

describe('the stored part of a key', () => {
  it('is its SHA-256, after the standard test vector', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('shows the first 16 characters', () => {
    expect(displayPrefix('assay_user_abcdefghij')).toBe('assay_user_abcde');
  });
});
