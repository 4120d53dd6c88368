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
  it('takes what a single window reports as it is', () => {
    expect(mergeWindows([[issue('1889'), issue('Ada Vane')]])).toEqual([issue('1889'), issue('Ada Vane')]);
  });

  it('drops what one window supports, whichever that is', () => {
    const missing = [issue('1889'), issue('Ada Vane'), issue('Lyon')];

    expect(texts(mergeWindows([missing, [issue('1889'), issue('Lyon')], missing]))).toEqual(['1889', 'Lyon']);
    expect(mergeWindows([[], missing])).toEqual([]);
    expect(mergeWindows([missing, []])).toEqual([]);
  });

  it('drops a statement whose halves two windows support', () => {
    expect(mergeWindows([[issue('in 1889')], [issue('by Ada Vane')]])).toEqual([]);
  });

  it('keeps of a longer quote what the other windows do not support either, in words of the closest one', () => {
    const merged = mergeWindows([
      [issue('opened in 1889 by Ada Vane, 😀 in Lyon', { citations: [1] })],
      [issue('1889', { citations: [7] }), issue('😀 in Lyon')],
    ]);

    expect(merged).toEqual([issue('1889', { citations: [1, 7] }), issue('😀 in Lyon', { citations: [1] })]);
  });

  it('keeps no bare punctuation, and no white space around', () => {
    expect(mergeWindows([[issue('Ada Vane,')], [issue(', 😀 in')]])).toEqual([]);
    expect(texts(mergeWindows([[issue('in 1889 ')], [issue(' 1889 by')]]))).toEqual(['1889']);
  });

  it('keeps what any window contradicts', () => {
    const contradicted = issue('1889', { isContradicted: true, citations: [3] });

    expect(mergeWindows([[], [contradicted], []])).toEqual([contradicted]);
  });

  it('reports once what one window contradicts and none supports', () => {
    const contradicted = issue('1889', { isContradicted: true, citations: [3] });

    expect(mergeWindows([[contradicted, issue('1889')], [issue('1889')]])).toEqual([contradicted]);
  });

  it('does not mix parts', () => {
    expect(mergeWindows([[issue('1889')], [issue('1889', {}, 'fabrication', 1)]])).toEqual([]);
  });
});

describe('withoutRepeats', () => {
  it('keeps the outer one of two with the same label, and the first of equal ones', () => {
    const equal = issue('Lyon', { citations: [2] });

    expect(withoutRepeats([issue('1889'), issue('in 1889'), issue('Lyon'), equal])).toEqual([
      issue('in 1889'),
      issue('Lyon'),
    ]);
  });

  it('keeps both of two labels for one place', () => {
    const two = [issue('1889'), issue('1889', {}, 'reasoning_error')];

    expect(withoutRepeats(two)).toEqual(two);
  });

  it('keeps a contradiction inside what is merely unsupported', () => {
    const two = [issue('in 1889'), issue('1889', { isContradicted: true, citations: [1] })];

    expect(withoutRepeats(two)).toEqual(two);
  });
});
