import { nameMark } from '../../../web/src/text/annotations';
import { findBeginnings, segmentText } from '../../../web/src/text/segments';
import { startCpuClock } from '../../support/cpu-time';
import { fc } from '../../support/property';

const span = (start_offset: number, end_offset: number) => ({ start_offset, end_offset });
const shown = (text: string, spans: { start_offset: number; end_offset: number }[]) =>
  segmentText(text, spans).map((segment) => [segment.text, ...segment.spans]);

/** Texts in which code points, UTF-16 units and graphemes differ. */
const anyText = fc
  .array(fc.constantFrom('a', 'é', 'e\u0301', '🌉', '👩‍👩‍👧', 'ש', 'ע\u05b8', '\r\n', '\ud83c', ' ', '中'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
const anySpans = fc.array(
  fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => span(Math.min(a, b), Math.max(a, b))),
  { maxLength: 5 },
);

it('marks the code points of a span after any text', () => {
  expect(shown('🌉 in 1889.', [span(5, 9)])).toEqual([['🌉 in '], ['1889', 0], ['.']]);
  expect(shown('e\u0301te\u0301 36', [span(6, 8)])).toEqual([['e\u0301te\u0301 '], ['36', 0]]);
  expect(shown('a\r\nb 7', [span(5, 6)])).toEqual([['a\r\nb '], ['7', 0]]);
  expect(shown('בשנת 1889 נפתח', [span(5, 9)])).toEqual([['בשנת '], ['1889', 0], [' נפתח']]);
});

it('splits overlapping and nested spans at their boundaries', () => {
  expect(shown('abcdef', [span(0, 4), span(2, 6), span(3, 4)])).toEqual([
    ['ab', 0],
    ['c', 0, 1],
    ['d', 0, 1, 2],
    ['ef', 1],
  ]);
});

it('ignores empty spans and spans beyond the text', () => {
  expect(shown('abc', [span(1, 1), span(3, 9), span(7, 8)])).toEqual([['a'], ['bc']]);
  expect(shown('', [span(0, 1)])).toEqual([]);
});

it('preserves every character, and covers exactly the code points of each span', () => {
  fc.assert(
    fc.property(anyText, anySpans, (text, spans) => {
      const segments = segmentText(text, spans);

      expect(segments.map((segment) => segment.text).join('')).toBe(text);
      for (const [index, { start_offset, end_offset }] of spans.entries()) {
        const marked = segments
          .filter((segment) => segment.spans.includes(index))
          .map((segment) => segment.text);
        expect(marked.join('')).toBe([...text].slice(start_offset, end_offset).join(''));
      }
    }),
  );
});

it('splits a megabyte with a thousand spans in well under a second', () => {
  const text = 'The 🌉 was opened in 1887. '.repeat(40_000);
  const spans = Array.from({ length: 1000 }, (_, index) => span(index * 900, index * 900 + 40));
  const cpuMs = startCpuClock();

  segmentText(text, spans);

  expect(cpuMs()).toBeLessThan(1000);
});

it('finds one beginning per span, even if others split it, and ignores spans after `count`', () => {
  const segments = segmentText('abcdefgh', [span(0, 6), span(2, 4), span(3, 8), span(7, 8)]);

  const beginning = (count: number) => [...findBeginnings(segments, count)].map(({ text }) => text);

  expect(segments.map(({ text }) => text)).toEqual(['ab', 'c', 'd', 'ef', 'g', 'h']);
  expect(beginning(4)).toEqual(['ab', 'c', 'd', 'h']);
  expect(beginning(2)).toEqual(['ab', 'c']);
});

it('names a mark by its distinct labels and its text', () => {
  const flagged = (label: string) => ({ ...span(0, 4), label, explanation: '' });

  expect(nameMark([flagged('fabrication')], '1889')).toBe('fabrication: 1889');
  expect(
    nameMark([flagged('reasoning_error'), flagged('fabrication'), flagged('reasoning_error')], '1889'),
  ).toBe('reasoning error, fabrication: 1889');
});
