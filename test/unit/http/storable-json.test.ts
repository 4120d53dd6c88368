import { findUnstorable } from '../../../src/http/storable-json';

const faults = (value: unknown) =>
  findUnstorable(value).map(({ loc, ctx }) => `${loc.join('.')}: ${ctx?.error}`);

describe('findUnstorable', () => {
  it.each<unknown>([null, 1, 'text', [], {}, { a: [{ b: '\u{1F600}' }] }, { constructor: 1 }])(
    'has nothing against %j',
    (value) => {
      expect(findUnstorable(value)).toEqual([]);
    },
  );

  it('tells where a text is at fault, whether key or value', () => {
    const value = { a: ['\0', { b: '\ud800' }], 'c\0': 1, ['__proto__']: 2 };

    expect(faults(value).sort()).toEqual([
      'body.__proto__: the key __proto__ is not allowed',
      'body.a.0: text may not hold NUL characters',
      'body.a.1.b: text may not hold lone surrogates',
      'body.c\uFFFD: text may not hold NUL characters',
    ]);
  });

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses %d, which would be stored as something else',
    (number) => {
      expect(faults({ a: number })).toEqual(['body.a: numbers must be finite']);
    },
  );

  it('takes 64 levels and no more', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);

    expect(findUnstorable(nest(64))).toEqual([]);
    expect(findUnstorable(nest(65))).toHaveLength(1);
  });

  it('takes 250,000 values and no more', () => {
    expect(findUnstorable(Array(249_999).fill(0))).toEqual([]);
    expect(faults(Array(250_000).fill(0))).toEqual(['body: more than 250000 values']);
  });

  it('stops at twenty problems', () => {
    expect(findUnstorable(Array(1000).fill('\0'))).toHaveLength(20);
  });
});
