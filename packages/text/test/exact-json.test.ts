import { fc } from '../../../test/support/property';
import { ExactNumber, parseJson, toDouble, toExactNumber, writeJson } from '..';

const ID = '9054686819491029395';

describe('parseJson', () => {
  it.each([ID, `-${ID}`, '0.1234567890123456789', '12.50', '1.0', '-0', '1e400', '1.5E-3', '0.0000001'])(
    'keeps the text of %s, wherever it is',
    (number) => {
      const text = `{"a":[${number},{"b":${number}}],"c":"${number}, \\"${number}\\\\","d":${number}}`;

      expect(writeJson(parseJson(text))).toBe(text);
      expect(writeJson(parseJson(number))).toBe(number);
    },
  );

  it('returns what JSON.parse returns where no number changes', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (text, indent) => {
        const value = JSON.parse(text);
        const written = JSON.stringify(value, null, indent);
        expect(JSON.parse(JSON.stringify(parseJson(written)))).toEqual(JSON.parse(written));
        expect(writeJson(parseJson(text))).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each(['{1.0:2}', '[01.0]', '[1.0.0]', '[1.0"a"]', '[--1.0]', '[1.0', '"1.0'])(
    'refuses %s as JSON.parse does',
    (text) => {
      const messageOf = (parse: (json: string) => unknown) => {
        try {
          return parse(text);
        } catch (error) {
          return String(error);
        }
      };

      expect(messageOf(parseJson)).toBe(messageOf(JSON.parse));
    },
  );

  it('has equal values for numbers that are written differently', () => {
    expect(JSON.stringify(parseJson('[1.0, 12.50, 1e3]'))).toBe('[1,12.5,1000]');
    expect(JSON.stringify(parseJson(`[${ID}, 9054686819491029396]`))).toBe(`["${ID}","9054686819491029396"]`);
  });
});

it('reads 64-bit integers', () => {
  expect(toExactNumber('42')).toBe(42);
  expect(toExactNumber(ID)).toBeInstanceOf(ExactNumber);
  expect([toDouble(toExactNumber(ID)), toDouble('1')]).toEqual([Number(ID), '1']);
});
