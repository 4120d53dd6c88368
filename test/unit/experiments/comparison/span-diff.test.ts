import type { Annotation } from '../../../../packages/detector';
import type { SpanOutcome } from '../../../../src/experiments/comparison/span-diff';
import * as diffs from '../../../../src/experiments/comparison/span-diff';
import { fc } from '../../../support/property';
import { runSteps } from '../../../support/run-steps';

const reply = 'The Harrow Bridge was opened in 1889, they say, in 1889.';

/** An annotation of the characters `start` to `end` of a reply. */
function span(start: number, end: number, label = 'fabrication', part = 0, text = reply): Annotation {
  return {
    text: text.slice(start, end),
    label,
    explanation: '',
    messagePartIndex: part,
    startOffset: start,
    endOffset: end,
    toolName: null,
    parameterName: null,
    confidence: null,
    evidence: [],
  };
}

const diffSpans = (first: Annotation[], second: Annotation[], haveSameText: boolean) =>
  runSteps(diffs.diffSpans(first, second, haveSameText));
const dependsOnText = (first: Annotation[], second: Annotation[]) =>
  runSteps(diffs.diffReplies(first, second)).ofSameText !== null;

const kindsOf = (outcomes: SpanOutcome[]) => outcomes.map(({ kind }) => kind);

describe('the diff of two judgments of one text', () => {
  const diff = (first: Annotation[], second: Annotation[]) => kindsOf(diffSpans(first, second, true));

  it.each<[string, Annotation[], Annotation[], string[]]>([
    ['keeps a span of equal place and label', [span(32, 36)], [span(32, 36)], ['kept']],
    ['relabels a span of equal place', [span(32, 36)], [span(32, 36, 'reasoning_error')], ['relabelled']],
    ['moves a span to an overlapping place', [span(32, 36)], [span(29, 36)], ['moved']],
    [
      'moves a span that also has another label',
      [span(32, 36)],
      [span(29, 36, 'reasoning_error')],
      ['moved'],
    ],
    ['does not move equal words to a place apart', [span(32, 36)], [span(51, 55)], ['gone', 'added']],
    ['does not move a span to its neighbour', [span(29, 32)], [span(32, 36)], ['gone', 'added']],
    [
      'does not move a span to another part',
      [span(32, 36)],
      [span(32, 36, 'fabrication', 1)],
      ['gone', 'added'],
    ],
    ['adds what only the second has', [], [span(4, 10)], ['added']],
    ['loses what only the first has', [span(4, 10)], [], ['gone']],
    [
      'keeps before it relabels',
      [span(32, 36), span(32, 36, 'reasoning_error')],
      [span(32, 36, 'reasoning_error')],
      ['gone', 'kept'],
    ],
  ])('%s', (_name, first, second, expected) => {
    expect(diff(first, second)).toEqual(expected);
  });

  it('moves a span to a place with the same label first, then to the largest overlap', () => {
    const moved = span(29, 36);

    const byLabel = diffSpans([moved], [span(29, 35, 'reasoning_error'), span(32, 37)], true);
    const byLength = diffSpans([moved], [span(29, 31), span(31, 40)], true);

    expect(byLabel.find(({ kind }) => kind === 'moved')?.second?.startOffset).toBe(32);
    expect(byLength.find(({ kind }) => kind === 'moved')?.second?.startOffset).toBe(31);
  });
});

describe('the diff of two texts', () => {
  const other = 'In 1889, they say, the Harrow Bridge was opened.';
  const diff = (first: Annotation[], second: Annotation[]) => kindsOf(diffSpans(first, second, false));
  const otherYear = span(3, 7, 'fabrication', 0, other);

  it.each<[string, Annotation[], Annotation[], string[]]>([
    ['moves equal words of equal label', [span(32, 36)], [otherYear], ['moved']],
    ['keeps them at an equal place', [otherYear], [otherYear], ['kept']],
    ['relabels equal words', [span(32, 36, 'reasoning_error')], [otherYear], ['relabelled']],
    ['moves before it relabels', [span(32, 36), span(51, 55, 'x')], [otherYear], ['moved', 'gone']],
    ['makes nothing of an equal place of other words', [span(3, 7)], [otherYear], ['gone', 'added']],
    ['pairs each span once', [span(32, 36), span(51, 55)], [otherYear], ['moved', 'gone']],
  ])('%s', (_name, first, second, expected) => {
    expect(diff(first, second)).toEqual(expected);
  });
});

describe('two diffs depend on the text', () => {
  it.each<[string, boolean, Annotation[], Annotation[]]>([
    ['nothing is annotated', false, [], []],
    ['one reply is clean', false, [], [span(32, 36)]],
    ['both have the same, and one has more', false, [span(4, 10), span(32, 36)], [span(32, 36)]],
    ['a place has another label', false, [span(32, 36)], [span(32, 36, 'reasoning_error')]],
    ['different words stand apart', false, [span(4, 10)], [span(32, 36)]],
    ['overlapping spans agree about what they share', true, [span(32, 36)], [span(29, 36)]],
    ['equal words stand apart', true, [span(32, 36)], [span(51, 55)]],
    [
      'overlapping spans contradict each other',
      false,
      [span(32, 36)],
      [span(30, 34, 'fabrication', 0, `😀${reply}`)],
    ],
    [
      'any two spans contradict each other',
      false,
      [span(4, 10), span(32, 36)],
      [span(5, 11, 'fabrication', 0, 'A different reply.'), span(51, 55)],
    ],
  ])('where %s: %p', (_name, expected, first, second) => {
    expect(dependsOnText(first, second)).toBe(expected);
  });

  it('counts code points, not units of UTF-16', () => {
    const smileys = (start: number, end: number, text: string) => ({ ...span(start, end), text });

    expect(dependsOnText([smileys(0, 3, '😀😀1')], [smileys(2, 4, '12')])).toBe(true);
    expect(dependsOnText([smileys(0, 3, '😀😀1')], [smileys(1, 3, '12')])).toBe(false);
  });
});

describe('every diff', () => {
  const annotations = fc.array(
    fc
      .tuple(
        fc.nat({ max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('a', 'b'),
        fc.nat({ max: 1 }),
      )
      .map(([start, length, label, part]) => span(start, start + length, label, part, 'abababababab')),
    { maxLength: 7 },
  );
  const sameness = fc.boolean();
  const place = (annotation: Annotation | null) => JSON.stringify(annotation);

  it('reports everything as kept if nothing differs', () => {
    fc.assert(
      fc.property(annotations, sameness, (spans, haveSameText) => {
        const kinds = kindsOf(diffSpans(spans, [...spans].reverse(), haveSameText));

        expect(kinds).toEqual(spans.map(() => 'kept'));
      }),
    );
  });

  it('has every annotation once', () => {
    fc.assert(
      fc.property(annotations, annotations, sameness, (first, second, haveSameText) => {
        const outcomes = diffSpans(first, second, haveSameText);

        const ofFirst = outcomes.flatMap((outcome) => outcome.first ?? []);
        const ofSecond = outcomes.flatMap((outcome) => outcome.second ?? []);
        expect(ofFirst.map(place).sort()).toEqual(first.map(place).sort());
        expect(ofSecond.map(place).sort()).toEqual(second.map(place).sort());
      }),
    );
  });

  it('is the mirror image in reverse order', () => {
    const mirrored = { added: 'gone', gone: 'added', kept: 'kept', moved: 'moved', relabelled: 'relabelled' };
    const lines = (outcomes: [string, Annotation | null, Annotation | null][]) =>
      outcomes.map(([kind, first, second]) => [kind, place(first), place(second)].join(' ')).sort();

    fc.assert(
      fc.property(annotations, annotations, sameness, (first, second, haveSameText) => {
        const there = diffSpans(first, second, haveSameText);
        const back = diffSpans(second, first, haveSameText);

        expect(lines(back.map((outcome) => [mirrored[outcome.kind], outcome.second, outcome.first]))).toEqual(
          lines(there.map((outcome) => [outcome.kind, outcome.first, outcome.second])),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for one text or two when it does not depend on the text', () => {
    fc.assert(
      fc.property(annotations, annotations, (first, second) => {
        fc.pre(!dependsOnText(first, second));

        expect(diffSpans(first, second, true)).toEqual(diffSpans(first, second, false));
      }),
    );
  });
});
