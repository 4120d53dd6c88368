import { quantile } from '../../../packages/statistics';
import type { ArgumentCounts } from './argument-counts';
import type { CaseOutcome, JudgedOutcome } from './case-outcome';
import {
  type JudgedCase,
  measureArguments,
  measureCallingMessages,
  measureCharacters,
  measureResponses,
  type RateMeasures,
  type ResponseMeasures,
} from './measures';
import { findPairs, measureOrdering, type PairOrdering } from './pair-ordering';
import type { LabelMatch } from './span-counts';

/** Number of cases of each kind, and the amount of evidence that was examined. */
export interface CaseCounts {
  cases: number;
  hallucinated: number;
  judged: number;
  noVerdict: number;
  /** With a verdict, but nothing in the reply could be judged. */
  notJudged: number;
  /** Judged, but without a score. */
  unscored: number;
  /** Code points before the replies that were examined, and their total. */
  evidenceExamined: number;
  evidenceTotal: number;
}

/** Measures over all cases, or over the cases of one task. Null if the data has no such labels. */
export interface GroupMeasures {
  /** Null for all cases. */
  task: string | null;
  counts: CaseCounts;
  responses: ResponseMeasures;
  characters: RateMeasures | null;
  arguments: { perArgument: RateMeasures; perMessage: RateMeasures } | null;
  pairs: { all: PairOrdering; lengthMatched: PairOrdering } | null;
}

export interface Measurement {
  /** All cases first, then each task by name if there are several. */
  groups: GroupMeasures[];
  labels: (LabelMatch & { count: number })[];
  noVerdictReasons: { reason: string; count: number }[];
  /** Milliseconds per evaluated reply. */
  timing: { median: number | null; p95: number | null };
}

/** Measures the accuracy of an evaluator over labeled cases. */
export function measure(outcomes: CaseOutcome[]): Measurement {
  const tasks = [...new Set(outcomes.map(({ task }) => task))].filter((task) => task !== null).sort();
  const ofTasks = tasks.length > 1 ? tasks : [];
  const ms = Float64Array.from(outcomes, (outcome) => outcome.ms).sort();
  const matches = outcomes.flatMap(({ judged }) => judged?.labels ?? []);
  const reasons = outcomes.flatMap(({ noVerdictReason: reason }) => (reason === null ? [] : [{ reason }]));
  return {
    groups: [null, ...ofTasks].map((task) =>
      measureGroup(task, task === null ? outcomes : outcomes.filter((outcome) => outcome.task === task)),
    ),
    labels: countEqual(matches),
    noVerdictReasons: countEqual(reasons),
    timing: { median: quantile(ms, 0.5), p95: quantile(ms, 0.95) },
  };
}

function measureGroup(task: string | null, outcomes: CaseOutcome[]): GroupMeasures {
  const cases = outcomes.flatMap((outcome) =>
    outcome.judged === null ? [] : [judgedCase(outcome, outcome.judged)],
  );
  const markedCases = cases.flatMap((one) =>
    one.judged.characters === null ? [] : [{ ...one, counts: one.judged.characters }],
  );
  const calling = cases.flatMap((one) =>
    one.judged.arguments === null ? [] : [{ ...one, counts: one.judged.arguments }],
  );
  const pairs = findPairs(outcomes);
  return {
    task,
    counts: countCases(outcomes),
    responses: measureResponses(cases),
    characters: markedCases.length > 0 ? measureCharacters(markedCases) : null,
    arguments: calling.length > 0 ? measureCalls(calling) : null,
    pairs:
      pairs.length > 0
        ? {
            all: measureOrdering(pairs),
            lengthMatched: measureOrdering(pairs.filter(({ isLengthMatched }) => isLengthMatched)),
          }
        : null,
  };
}

function measureCalls(cases: (JudgedCase & { counts: ArgumentCounts })[]) {
  return { perArgument: measureArguments(cases), perMessage: measureCallingMessages(cases) };
}

function judgedCase({ source, isHallucinated }: CaseOutcome, outcome: JudgedOutcome): JudgedCase {
  return { source, isHallucinated, judged: outcome };
}

function countCases(outcomes: CaseOutcome[]): CaseCounts {
  const count = (holds: (outcome: CaseOutcome) => boolean) => outcomes.filter(holds).length;
  const sum = (pick: (outcome: CaseOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  return {
    cases: outcomes.length,
    hallucinated: count(({ isHallucinated }) => isHallucinated),
    judged: count(({ judged }) => judged !== null),
    noVerdict: count(({ noVerdictReason }) => noVerdictReason !== null),
    notJudged: count(({ judged, noVerdictReason }) => judged === null && noVerdictReason === null),
    unscored: count(({ judged }) => judged !== null && judged.score === null),
    evidenceExamined: sum(({ coverage }) => coverage.evidenceExamined),
    evidenceTotal: sum(({ coverage }) => coverage.evidenceTotal),
  };
}

/** Most frequent first. */
function countEqual<Item extends object>(items: Item[]): (Item & { count: number })[] {
  const counts = new Map<string, Item & { count: number }>();
  for (const item of items) {
    const key = JSON.stringify(Object.values(item));
    const entry = counts.get(key) ?? { ...item, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
