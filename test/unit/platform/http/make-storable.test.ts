import { makeStorable } from '../../../../src/platform/http/make-storable';

it('replaces characters that cannot be stored, in texts and keys', () => {
  const value = { 'a\0': ['b\ud800'] };

  expect(makeStorable(value)).toEqual({ problems: [], replacedCharacters: 2 });
  expect(value).toEqual({ 'a\uFFFD': ['b\uFFFD'] });
});

it('keeps the values of keys that differ in such characters only', () => {
  const value = { 'a\0': 1, 'a\uFFFD': 2, 'a\ud800': 3, 'a\uFFFD2': 4 };

  makeStorable(value);

  expect(Object.values(value).sort()).toEqual([1, 2, 3, 4]);
  expect(value).toMatchObject({ 'a\uFFFD': 2, 'a\uFFFD2': 4 });
  expect(Object.keys(value).every((key) => key.startsWith('a\uFFFD'))).toBe(true);
});
