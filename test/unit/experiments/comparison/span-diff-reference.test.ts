import type { Annotation } from '../../../../packages/detector';
import { areContradictory } from '../../../../src/experiments/comparison/contradiction';
import { diffSpans } from '../../../../src/experiments/comparison/span-diff';
import { fc } from '../../../support/property';
import { referenceContradict, referenceDiff } from '../../../support/reference-diff';
import { runSteps } from '../../../support/run-steps';

function annotate(reply: string, [start, length, label, part]: [number, number, string, number]): Annotation {
  return {
    text: [...reply].slice(start, start + length).join(''),
    label,
    explanation: `${start}`,
    messagePartIndex: part,
    startOffset: start,
    endOffset: start + length,
    toolName: null,
    parameterName: null,
    confidence: null,
    evidence: [],
  };
}

/** Annotations of one reply; empty ones, repeated ones and nested ones are among them. */
const annotationsOf = (reply: string) =>
  fc.array(
    fc
      .tuple(fc.nat(20), fc.nat(9), fc.constantFrom('a', 'b', 'c'), fc.nat(1))
      .map((facts) => annotate(reply, facts)),
    { maxLength: 14 },
  );
const replies = fc.constantFrom('abababababababababababababababab', 'ab😀bababa😀ababcbababababababababa');

it('equals the comparison of every span with every other', () => {
  fc.assert(
    fc.property(
      replies.chain(annotationsOf),
      replies.chain(annotationsOf),
      fc.boolean(),
      (first, second, haveSameText) => {
        expect(runSteps(diffSpans(first, second, haveSameText))).toEqual(
          referenceDiff(first, second, haveSameText),
        );
      },
    ),
    { numRuns: 3000, seed: 8 },
  );
});

it('finds a contradiction if two spans have different text at one place', () => {
  fc.assert(
    fc.property(replies.chain(annotationsOf), replies.chain(annotationsOf), (first, second) => {
      expect(runSteps(areContradictory(first, second))).toBe(referenceContradict(first, second));
    }),
    { numRuns: 3000, seed: 8 },
  );
});

describe('spans that overlap in more ways than are compared', () => {
  const reply = 'x'.repeat(2000);
  const nested = (count: number, label: string) =>
    Array.from({ length: count }, (_, index) =>
      annotate(reply, [index, 2000 - 2 * index, index % 3 === 0 ? 'other' : label, 0]),
    );

  it('are each paired with an overlapping span, equal labels first', () => {
    const outcomes = runSteps(
      diffSpans(
        nested(400, 'a'),
        nested(400, 'a').map((span) => ({ ...span, endOffset: span.endOffset - 1 })),
        true,
      ),
    );

    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(400).fill('moved'));
    expect(outcomes.filter(({ first, second }) => first?.label !== second?.label)).toEqual([]);
  });

  it('are paired the same in the other direction', () => {
    const [first, second] = [nested(400, 'a'), nested(350, 'b').map((span) => ({ ...span, startOffset: 1 }))];

    const there = runSteps(diffSpans(first, second, true));
    const back = runSteps(diffSpans(second, first, true));

    const pairs = (outcomes: typeof there, isBack: boolean) =>
      outcomes
        .filter(({ kind }) => kind === 'moved')
        .map((outcome) => (isBack ? [outcome.second, outcome.first] : [outcome.first, outcome.second]))
        .map((pair) => JSON.stringify(pair))
        .sort();
    expect(pairs(back, true)).toEqual(pairs(there, false));
  });
});
