import type { Annotation } from '../../../../packages/detector';
import { countArguments } from '../../../../src/evaluation/accuracy/argument-counts';
import type { GoldSpan } from '../../../../src/evaluation/accuracy/labeled-case';
import { countCharacters, matchLabels } from '../../../../src/evaluation/accuracy/span-counts';

function annotation(part: number, start: number, end: number, more: Partial<Annotation> = {}): Annotation {
  return {
    text: '',
    label: 'fabrication',
    explanation: '',
    messagePartIndex: part,
    startOffset: start,
    endOffset: end,
    toolName: null,
    parameterName: null,
    confidence: null,
    evidence: [],
    ...more,
  };
}

function gold(part: number, start: number, end: number, more: Partial<GoldSpan> = {}): GoldSpan {
  return { part, start, end, label: 'Conflict', parameterName: null, ...more };
}

describe('countCharacters', () => {
  it('counts the overlap', () => {
    expect(countCharacters([gold(0, 10, 20)], [annotation(0, 15, 30)])).toEqual({
      predicted: 15,
      gold: 10,
      shared: 5,
    });
  });

  it('counts a character covered by two annotations once', () => {
    const annotations = [annotation(0, 0, 10), annotation(0, 5, 12), annotation(0, 6, 7)];

    expect(countCharacters([gold(0, 4, 8), gold(0, 6, 20)], annotations)).toEqual({
      predicted: 12,
      gold: 16,
      shared: 8,
    });
  });

  it('does not mix parts of a message', () => {
    expect(countCharacters([gold(1, 0, 10)], [annotation(0, 0, 10), annotation(1, 9, 11)])).toEqual({
      predicted: 12,
      gold: 10,
      shared: 1,
    });
  });

  it('counts no overlap for adjacent spans', () => {
    expect(countCharacters([gold(0, 0, 5)], [annotation(0, 5, 9)]).shared).toBe(0);
  });
});

describe('matchLabels', () => {
  it('matches an error with the annotation of the largest overlap', () => {
    const annotations = [annotation(0, 0, 6, { label: 'a' }), annotation(0, 6, 20, { label: 'b' })];

    expect(matchLabels([gold(0, 4, 12)], annotations)).toEqual([{ gold: 'Conflict', predicted: 'b' }]);
  });

  it('lists missed errors and annotations without an error', () => {
    expect(matchLabels([gold(0, 0, 3)], [annotation(0, 3, 9)])).toEqual([
      { gold: 'Conflict', predicted: null },
      { gold: null, predicted: 'fabrication' },
    ]);
  });
});

describe('countArguments', () => {
  it('counts arguments, not annotations, and ignores the text of the message', () => {
    const wrong = [gold(1, 10, 20, { parameterName: 'city' }), gold(1, 40, 44, { parameterName: 'day' })];
    const annotations = [
      annotation(0, 10, 20),
      annotation(1, 10, 12, { parameterName: 'city' }),
      annotation(1, 15, 20, { parameterName: 'city' }),
      annotation(1, 60, 65, { parameterName: 'name' }),
    ];

    expect(countArguments(wrong, annotations, [1])).toEqual({ predicted: 2, right: 1, gold: 2, found: 1 });
  });

  it('treats the same parameter of two calls as two arguments', () => {
    const annotations = [
      annotation(0, 5, 9, { parameterName: 'city' }),
      annotation(1, 5, 9, { parameterName: 'city' }),
    ];

    expect(countArguments([gold(1, 5, 9, { parameterName: 'city' })], annotations, [0, 1])).toEqual({
      predicted: 2,
      right: 1,
      gold: 1,
      found: 1,
    });
  });
});
