import { searchApproximately } from '../../../../src/evaluation/judgment/approximate-search';
import { fc } from '../../../support/property';

/** Wagner and Fischer's edit distance, as a reference. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function fewestEdits(text: string, pattern: string): number {
  let fewest = pattern.length;
  for (let start = 0; start <= text.length; start += 1) {
    for (let end = start; end <= text.length; end += 1) {
      fewest = Math.min(fewest, distance(text.slice(start, end), pattern));
    }
  }
  return fewest;
}

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength, maxLength });

describe('searchApproximately', () => {
  it('finds a span with the fewest edits if and only if the limit allows them', () => {
    fc.assert(
      fc.property(letters(0, 14), letters(1, 8), fc.nat(4), (text, pattern, maxEdits) => {
        fc.pre(maxEdits < pattern.length);
        const fewest = fewestEdits(text, pattern);

        const match = searchApproximately(text, pattern, maxEdits);

        expect(match === null).toBe(fewest > maxEdits);
        if (match === null) return;
        expect(match.edits).toBe(fewest);
        expect(distance(text.slice(match.start, match.end), pattern)).toBe(fewest);
      }),
    );
  });

  it.each([
    ['one place', 'xxabcdexx', true],
    ['two places that differ alike', 'abXde, abYde', false],
    ['a nearer one of two places', 'abXde, abcde', true],
    ['one place that ends in several ways', 'abcd', true],
  ])('reports whether %s is the only one', (_, text, isOnly) => {
    expect(searchApproximately(text, 'abcde', 1)).toMatchObject({ isOnly });
  });
});
