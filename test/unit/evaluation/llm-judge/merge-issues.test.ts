import type { Issue } from '../../../../src/evaluation/llm-judge/finding-places';
import { mergeWindows, withoutRepeats } from '../../../../src/evaluation/llm-judge/merge-issues';

const reply = 'It was opened in 1889 by Ada Vane, 😀 in Lyon.';

function issue(text: string, changes: Partial<Issue> = {}, label = 'fabrication', part = 0): Issue {
  const startOffset = Array.from(reply.slice(0, reply.indexOf(text))).length;
  return {
    annotation: {
      text,
      label,
      explanation: `About ${text}`,
      messagePartIndex: part,
      startOffset,
      endOffset: startOffset + Array.from(text).length,
      toolName: null,
      parameterName: null,
      confidence: null,
    },
    citations: [],
    isContradicted: false,
    ...changes,
  };
}

const texts = (issues: Issue[]) => issues.map(({ annotation }) => annotation.text);

describe('mergeWindows', () => {
  it('returns the issues of a single window unchanged', () => {
    expect(mergeWindows([[issue('1889'), issue('Ada Vane')]])).toEqual([issue('1889'), issue('Ada Vane')]);
  });

  it('drops issues that any window supports', () => {
    const missing = [issue('1889'), issue('Ada Vane'), issue('Lyon')];

    expect(texts(mergeWindows([missing, [issue('1889'), issue('Lyon')], missing]))).toEqual(['1889', 'Lyon']);
    expect(mergeWindows([[], missing])).toEqual([]);
    expect(mergeWindows([missing, []])).toEqual([]);
  });

  it('drops a statement whose halves two windows support', () => {
    expect(mergeWindows([[issue('in 1889')], [issue('by Ada Vane')]])).toEqual([]);
  });

  it('returns the common part of quotes, with the explanation of the shortest one', () => {
    const merged = mergeWindows([
      [issue('opened in 1889 by Ada Vane, 😀 in Lyon', { citations: [1] })],
      [issue('1889', { citations: [7] }), issue('😀 in Lyon')],
    ]);

    expect(merged).toEqual([issue('1889', { citations: [1, 7] }), issue('😀 in Lyon', { citations: [1] })]);
  });

  it('trims white space and drops bare punctuation', () => {
    expect(mergeWindows([[issue('Ada Vane,')], [issue(', 😀 in')]])).toEqual([]);
    expect(texts(mergeWindows([[issue('in 1889 ')], [issue(' 1889 by')]]))).toEqual(['1889']);
  });

  it('returns issues that any window contradicts', () => {
    const contradicted = issue('1889', { isContradicted: true, citations: [3] });

    expect(mergeWindows([[], [contradicted], []])).toEqual([contradicted]);
  });

  it('reports an issue once that one window contradicts and none supports', () => {
    const contradicted = issue('1889', { isContradicted: true, citations: [3] });

    expect(mergeWindows([[contradicted, issue('1889')], [issue('1889')]])).toEqual([contradicted]);
  });

  it('does not mix parts', () => {
    expect(mergeWindows([[issue('1889')], [issue('1889', {}, 'fabrication', 1)]])).toEqual([]);
  });
});

describe('withoutRepeats', () => {
  it('preserves the outer one of two with the same label, and the first of equal ones', () => {
    const equal = issue('Lyon', { citations: [2] });

    expect(withoutRepeats([issue('1889'), issue('in 1889'), issue('Lyon'), equal])).toEqual([
      issue('in 1889'),
      issue('Lyon'),
    ]);
  });

  it('preserves both of two labels for one place', () => {
    const two = [issue('1889'), issue('1889', {}, 'reasoning_error')];

    expect(withoutRepeats(two)).toEqual(two);
  });

  it('preserves a contradiction inside an unsupported issue', () => {
    const two = [issue('in 1889'), issue('1889', { isContradicted: true, citations: [1] })];

    expect(withoutRepeats(two)).toEqual(two);
  });
});
