import type { CaseOutcome, JudgedOutcome } from '../../../../src/evaluation/accuracy/case-outcome';
import { measure } from '../../../../src/evaluation/accuracy/measurement';
import { findPairs, measureOrdering } from '../../../../src/evaluation/accuracy/pair-ordering';

let made = 0;

function outcome(
  isHallucinated: boolean,
  judged: Partial<JudgedOutcome> | null,
  more: Partial<CaseOutcome> = {},
) {
  made += 1;
  const whole: JudgedOutcome = {
    isFlagged: false,
    score: null,
    characters: null,
    labels: [],
    arguments: null,
    ...judged,
  };
  return {
    task: null,
    source: `source ${made}`,
    pair: null,
    isHallucinated,
    words: 10,
    coverage: { windows: 1, evidenceExamined: 50, evidenceTotal: 100, limits: [] },
    judged: judged === null ? null : whole,
    noVerdictReason: judged === null ? 'timeout' : null,
    ms: made,
    ...more,
  } satisfies CaseOutcome;
}

describe('measure', () => {
  it('counts flagged responses as positive', () => {
    const outcomes = [
      outcome(true, { isFlagged: true, score: 0.9 }),
      outcome(true, { isFlagged: true, score: 0.4 }),
      outcome(true, { score: 0.2 }),
      outcome(false, { isFlagged: true, score: 0.4 }),
      outcome(false, { score: 0.1 }),
    ];

    const [all] = measure(outcomes).groups;

    expect(all?.responses).toMatchObject({
      precision: { value: 2 / 3 },
      recall: { value: 2 / 3 },
      f1: { value: 2 / 3 },
      auc: { value: 4.5 / 6 },
      cleanFlagged: { value: 1 / 2 },
    });
  });

  it('counts a case without a verdict as neither clean nor flagged', () => {
    const outcomes = [
      outcome(true, { isFlagged: true }),
      outcome(false, {}),
      outcome(true, null),
      outcome(false, null),
    ];

    const { groups, noVerdictReasons } = measure(outcomes);

    expect(groups[0]?.counts).toMatchObject({ cases: 4, judged: 2, noVerdict: 2, unscored: 2 });
    expect(groups[0]?.responses).toMatchObject({ recall: { value: 1 }, cleanFlagged: { value: 0 } });
    expect(noVerdictReasons).toEqual([{ reason: 'timeout', count: 2 }]);
  });

  it('counts a case in which nothing could be judged as neither, and separately', () => {
    const outcomes = [outcome(false, {}), outcome(false, null, { noVerdictReason: null })];

    const { groups, noVerdictReasons } = measure(outcomes);

    expect(groups[0]?.counts).toMatchObject({ cases: 2, judged: 1, noVerdict: 0, notJudged: 1 });
    expect(noVerdictReasons).toEqual([]);
  });

  it('sums characters over all replies', () => {
    const outcomes = [
      outcome(true, { characters: { predicted: 10, gold: 90, shared: 10 } }),
      outcome(true, { characters: { predicted: 30, gold: 10, shared: 10 } }),
      outcome(true, { characters: null }),
    ];

    expect(measure(outcomes).groups[0]?.characters).toMatchObject({
      precision: { value: 20 / 40 },
      recall: { value: 20 / 100 },
    });
  });

  it('measures arguments and messages with tool calls', () => {
    const outcomes = [
      outcome(true, { arguments: { predicted: 3, right: 1, gold: 2, found: 1 } }),
      outcome(false, { arguments: { predicted: 1, right: 0, gold: 0, found: 0 } }),
    ];

    expect(measure(outcomes).groups[0]?.arguments).toMatchObject({
      perArgument: { precision: { value: 1 / 4 }, recall: { value: 1 / 2 } },
      perMessage: { precision: { value: 1 / 2 }, recall: { value: 1 } },
    });
  });

  it('measures each task separately if there are several', () => {
    const outcomes = [
      outcome(true, { isFlagged: true }, { task: 'QA' }),
      outcome(true, {}, { task: 'Summary' }),
    ];

    expect(measure(outcomes).groups.map(({ task, responses }) => [task, responses.recall.value])).toEqual([
      [null, 0.5],
      ['QA', 1],
      ['Summary', 0],
    ]);
    expect(measure(outcomes.slice(0, 1)).groups).toHaveLength(1);
  });

  it('counts pairs of known and predicted labels', () => {
    const labels = [
      { gold: 'Conflict', predicted: 'fabrication' },
      { gold: 'Conflict', predicted: null },
      { gold: null, predicted: 'fabrication' },
    ];

    expect(
      measure([outcome(true, { labels }), outcome(true, { labels: labels.slice(0, 1) })]).labels,
    ).toEqual([
      { gold: 'Conflict', predicted: 'fabrication', count: 2 },
      { gold: 'Conflict', predicted: null, count: 1 },
      { gold: null, predicted: 'fabrication', count: 1 },
    ]);
  });
});

describe('measureOrdering', () => {
  const pair = (name: string, wrong: number | null, right: number | null, words = [10, 10]) => [
    outcome(true, { score: wrong }, { pair: name, words: words[0] ?? 0 }),
    outcome(false, { score: right }, { pair: name, words: words[1] ?? 0 }),
  ];

  it('counts a tie as one half and excludes pairs without a score', () => {
    const pairs = findPairs([...pair('a', 0.9, 0.1), ...pair('b', 0.3, 0.3), ...pair('c', null, 0.3)]);

    expect(measureOrdering(pairs)).toMatchObject({
      pairs: 3,
      unscored: 1,
      ties: 1,
      accuracy: { value: 0.75 },
    });
  });

  it('measures the accuracy of lengths alone', () => {
    const pairs = findPairs([...pair('a', 0.1, 0.9, [12, 3]), ...pair('b', 0.9, 0.1, [5, 6])]);

    expect(measureOrdering(pairs).accuracyByLength.value).toBe(0.5);
  });

  it('matches lengths that differ by at most two words', () => {
    const pairs = findPairs([...pair('a', 1, 0, [10, 12]), ...pair('b', 1, 0, [10, 13])]);

    expect(pairs.map(({ isLengthMatched }) => isLengthMatched)).toEqual([true, false]);
  });

  it('builds no pair from two correct replies or a single reply', () => {
    expect(
      findPairs([
        outcome(false, {}, { pair: 'a' }),
        outcome(false, {}, { pair: 'a' }),
        outcome(true, {}, { pair: 'b' }),
      ]),
    ).toEqual([]);
  });
});
