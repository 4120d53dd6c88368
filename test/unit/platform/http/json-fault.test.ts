import { describeJsonFault, findJsonFault } from '../../../../src/platform/http/json-fault';
import { fc } from '../../../support/property';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('findJsonFault', () => {
  it.each([
    ['{"messages": [NaN]}', 14],
    ['{"a": 1, "b": Infinity}', 14],
    ['{"a": -Infinity}', 6],
    ['{"a": 01}', 7],
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['"\u0001"', 1],
    ['"\\x"', 1],
    ['"a\\"', 4],
    ['{"a": [1', 8],
    ['', 0],
    ['{} {}', 3],
    ['[}', 1],
  ])('finds the first fault of %j at %i', (text, position) => {
    expect(parses(text)).toBe(false);
    expect(findJsonFault(text)).toBe(position);
  });

  it('finds the token in which JSON was changed, or a later one', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.constantFrom('#', '}', ']', '"', ',', ''),
        (value, seed, insert) => {
          const text = JSON.stringify(value);
          const place = seed % (text.length + 1);
          const changed = text.slice(0, place) + insert + text.slice(place + (insert === '' ? 1 : 0));
          if (parses(changed)) return;

          // The beginning of a word or an escape is its place.
          expect(findJsonFault(changed)).toBeGreaterThanOrEqual(place - '\\u0000'.length);
        },
      ),
    );
  });

  it('stays at the end of a text that is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 1);
        return findJsonFault(text) === text.length;
      }),
    );
  });
});

describe('describeJsonFault', () => {
  it.each([
    ['the first character', 'x', 'unexpected character at line 1, column 1'],
    ['a value', '{\n "a": x\n}', 'unexpected character at line 2, column 7'],
    [
      'what follows many lines',
      `${'\n'.repeat(1_000_000)} x\n`,
      'unexpected character at line 1000001, column 2',
    ],
    ['the end', '[\n1', 'the JSON ends too early'],
  ])('counts lines and columns from 1: %s', (_place, text, description) => {
    expect(describeJsonFault(text)).toBe(description);
  });
});
