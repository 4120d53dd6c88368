import { fc } from '../../../test/support/property';
import { codePointConverter, codePointLength, codePointSlicer, sliceCodePoints } from '..';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é', '\n')).map((units) => units.join('')),
);

describe('code points', () => {
  it('counts a surrogate pair and a lone surrogate as one each', () => {
    expect(codePointLength('a😀\ud83d')).toBe(3);
  });

  it('slices past the end and empty ranges without failing', () => {
    expect(sliceCodePoints('a😀b', 1, 2)).toBe('😀');
    expect(sliceCodePoints('a😀b', 2, 99)).toBe('b');
    expect(sliceCodePoints('a😀b', 5, 9)).toBe('');
    expect(sliceCodePoints('a😀b', 2, 2)).toBe('');
  });

  it('agrees with the string iterator for any text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(12), fc.nat(12), (text, start, length) => {
        const codePoints = [...text];
        expect(codePointLength(text)).toBe(codePoints.length);
        expect(sliceCodePoints(text, start, start + length)).toBe(
          codePoints.slice(start, start + length).join(''),
        );
      }),
    );
  });

  it('converts UTF-16 indexes to the offsets of the same characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const toOffset = codePointConverter(text);
        let index = 0;
        [...text].forEach((character, offset) => {
          expect(toOffset(index)).toBe(offset);
          index += character.length;
        });
        expect(toOffset(text.length)).toBe(codePointLength(text));
      }),
    );
  });

  it('slices the same many times over as once', () => {
    fc.assert(
      fc.property(anyText, fc.nat(12), fc.nat(12), (text, start, length) => {
        expect(codePointSlicer(text)(start, start + length)).toBe(
          sliceCodePoints(text, start, start + length),
        );
      }),
    );
  });
});
