import { countValues, findUnstorable } from '../../../../src/platform/http/storable-json';
import { fc } from '../../../support/property';

const faults = (value: unknown) =>
  findUnstorable(value).map(({ loc, ctx }) => `${loc.join('.')}: ${ctx?.error}`);

describe('findUnstorable', () => {
  it.each<unknown>([null, 1, 'text', [], {}, { a: [{ b: '\u{1F600}' }] }, { constructor: 1 }])(
    'has nothing against %j',
    (value) => {
      expect(findUnstorable(value)).toEqual([]);
    },
  );

  it('returns the place of an invalid text, in keys and values', () => {
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

  it('accepts 150,000 values and no more', () => {
    expect(findUnstorable(Array(149_999).fill(0))).toEqual([]);
    expect(faults(Array(150_000).fill(0))).toEqual(['body: more than 150000 values']);
  });

  it('stops at twenty problems', () => {
    expect(findUnstorable(Array(1000).fill('\0'))).toHaveLength(20);
  });
});

describe('countValues', () => {
  const countParsed = (value: unknown): number =>
    1 +
    (typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + countParsed(inner), 0)
      : 0);

  it('counts what parsing would make', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, indent) => {
        const value = JSON.parse(text);
        expect(countValues(Buffer.from(JSON.stringify(value, null, indent)))).toBe(countParsed(value));
      }),
    );
  });

  it('is not misled by what stands in texts', () => {
    expect(countValues(Buffer.from(String.raw`["a,b\",", ",\\", {"[,": "]"}]`))).toBe(5);
  });

  it('refuses more than 150,000 values without parsing them', () => {
    expect(countValues(Buffer.from(`[${'[],'.repeat(149_998)}[]]`))).toBe(150_000);
    expect(() => countValues(Buffer.from(`[${'[],'.repeat(149_999)}[]]`))).toThrow('more than 150000 values');
  });
});
