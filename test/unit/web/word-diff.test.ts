import { type DiffPart, diffWords } from '../../../web/src/text/word-diff';
import { startCpuClock } from '../../support/cpu-time';
import { fc } from '../../support/property';

const partText = (parts: readonly DiffPart[], kind: 'removed' | 'added') =>
  parts
    .filter((part) => part.kind === 'unchanged' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

describe('diffWords', () => {
  it('shows a replaced word between unchanged ones', () => {
    expect(diffWords('Answer in one word.', 'Answer in two words.')).toEqual([
      { kind: 'unchanged', text: 'Answer in ' },
      { kind: 'removed', text: 'one word' },
      { kind: 'added', text: 'two words' },
      { kind: 'unchanged', text: '.' },
    ]);
  });

  it('finds the shortest change instead of replacing the rest', () => {
    expect(diffWords('a b c', 'a x b c')).toEqual([
      { kind: 'unchanged', text: 'a ' },
      { kind: 'added', text: 'x ' },
      { kind: 'unchanged', text: 'b c' },
    ]);
  });

  it('returns one part for equal texts and none for empty ones', () => {
    expect(diffWords('same', 'same')).toEqual([{ kind: 'unchanged', text: 'same' }]);
    expect(diffWords('', '')).toEqual([]);
    expect(diffWords('', 'new')).toEqual([{ kind: 'added', text: 'new' }]);
  });

  it('reproduces both texts exactly', () => {
    const word = fc.constantFrom('a', 'b', 'é', 'عربي', '👩‍🔬', '\r\n', ' ', ', ', '_');
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);

        expect(partText(parts, 'removed')).toBe(before);
        expect(partText(parts, 'added')).toBe(after);
      }),
    );
  });

  it('is fast for long texts without common words', () => {
    const before = Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(' ');
    const after = Array.from({ length: 20_000 }, (_, index) => `b${index}`).join(' ');
    const cpuMs = startCpuClock();

    const parts = diffWords(before, after);

    expect(partText(parts, 'added')).toBe(after);
    expect(cpuMs()).toBeLessThan(5000);
  });
});
