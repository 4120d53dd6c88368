import { type Interval, type LabeledItem, predictionPoweredMean } from '../../../packages/statistics';
import type { rateNames } from './corrected-rates.schema';
import type { PredictedIssues, PredictionSums } from './predicted-issues.repository';
import { type Share, toShare } from './share';

/** A reply of the sample: what people and the evaluator say of it. */
export interface AuditedReply {
  /** `issues` is null unless every finding is decided. */
  reviewed: { hasIssue: boolean; issues: readonly { label: string }[] | null };
  predicted: Pick<PredictedIssues, 'issueCount' | 'labels'>;
}

interface IssueCounts {
  count: number;
  /** Each once. */
  labels: readonly string[];
}

export interface CorrectedRate {
  rate: (typeof rateNames)[number];
  /** Of `label_rate`; null for others. */
  label: string | null;
  /** Within the range of the rate. Null with fewer than three reviewed replies, or with undecided findings. */
  estimate: number | null;
  /** 95%; null without an estimate, and for counts of which the sample has no variance. */
  interval: Interval | null;
  /** By the evaluator alone; null without replies. */
  uncorrected: number | null;
  /** Further reviews until the interval is half as wide; null without an interval. */
  reviewsToHalve: number | null;
}

export interface CorrectedRates {
  rates: CorrectedRate[];
  /**
   * Reviewed replies with an issue whose findings are not all decided. Only replies with issues can be so: without them the
   * sample of the others would not be random. So there is no count of issues, or rate of a label, while there are any.
   */
  undecidedCount: number;
  /** Of the replies that the evaluator flags, those that have an issue. */
  precision: Share;
  /** Of the replies that have an issue, those that the evaluator flags. */
  recall: Share;
}

/**
 * Corrects the rates of a population by a random sample of its replies.
 * @param otherLabels labels that have a rate even if no reply has them
 */
export function correctRates(
  sample: readonly AuditedReply[],
  sums: Omit<PredictionSums, 'versions'>,
  otherLabels: readonly string[] = [],
): CorrectedRates {
  const decided = sample.flatMap(({ reviewed: { issues }, predicted }) =>
    issues === null
      ? []
      : [{ reviewed: countIssues(issues), predicted: { ...predicted, count: predicted.issueCount } }],
  );
  const undecidedCount = sample.length - decided.length;
  const countedReplies = undecidedCount === 0 ? decided : [];
  const measureCounts = (measure: (issues: IssueCounts) => number) =>
    countedReplies.map(({ reviewed, predicted }) => ({
      reviewed: measure(reviewed),
      predicted: measure(predicted),
    }));
  const flaggedByLabel = new Map(sums.labels.map(({ label, flagged }) => [label, flagged]));
  const reviewedLabels = countedReplies.flatMap(({ reviewed }) => reviewed.labels);
  const labels = new Set([...flaggedByLabel.keys(), ...reviewedLabels, ...otherLabels]);
  const isFlagged = ({ predicted }: AuditedReply) => predicted.issueCount > 0;
  const hasIssue = ({ reviewed }: AuditedReply) => reviewed.hasIssue;
  const issueRate = sample.map((reply) => ({
    reviewed: Number(hasIssue(reply)),
    predicted: Number(isFlagged(reply)),
  }));
  const issues = { sum: sums.issues, sumOfSquares: sums.issuesSquared };
  return {
    rates: [
      { rate: 'issue_rate', label: null, ...correctShare(issueRate, sums.count, sums.flagged) },
      {
        rate: 'issues_per_reply',
        label: null,
        ...correctRate(
          measureCounts(({ count }) => count),
          sums.count,
          issues,
          Number.POSITIVE_INFINITY,
        ),
      },
      ...[...labels].sort().map((label): CorrectedRate => {
        const replies = measureCounts((counts) => Number(counts.labels.includes(label)));
        const flagged = flaggedByLabel.get(label) ?? 0;
        return { rate: 'label_rate', label, ...correctShare(replies, sums.count, flagged) };
      }),
    ],
    undecidedCount,
    precision: shareOf(sample.filter(isFlagged), hasIssue),
    recall: shareOf(sample.filter(hasIssue), isFlagged),
  };
}

function countIssues(issues: readonly { label: string }[]): IssueCounts {
  return { count: issues.length, labels: [...new Set(issues.map(({ label }) => label))] };
}

type CorrectedEstimate = Omit<CorrectedRate, 'rate' | 'label'>;

/** Of replies that have something or not; the square of 0 or 1 is itself. */
function correctShare(items: readonly LabeledItem[], population: number, flagged: number): CorrectedEstimate {
  return correctRate(items, population, { sum: flagged, sumOfSquares: flagged }, 1);
}

/** @param max of one reply; 1: every value is 0 or 1 */
function correctRate(
  items: readonly LabeledItem[],
  population: number,
  total: { sum: number; sumOfSquares: number },
  max: number,
): CorrectedEstimate {
  const unlabeled = { count: population - items.length, ...total };
  for (const { predicted } of items) {
    unlabeled.sum -= predicted;
    unlabeled.sumOfSquares -= predicted ** 2;
  }
  const corrected = predictionPoweredMean(items, unlabeled, max === 1);
  // The estimate of a rare label can lie outside the possible values, by a fraction of its interval.
  const within = (value: number) => Math.min(max, Math.max(0, value));
  const interval = corrected?.interval ?? null;
  return {
    estimate: corrected && within(corrected.estimate),
    interval: interval && { low: within(interval.low), high: within(interval.high) },
    uncorrected: population === 0 ? null : total.sum / population,
    reviewsToHalve: interval && reviewsToHalve(items.length, population),
  };
}

/** The width is proportional to the root of 1 / n - 1 / population. */
function reviewsToHalve(n: number, population: number): number {
  return Math.ceil((3 * n * (population - n)) / (population + 3 * n));
}

function shareOf(sample: readonly AuditedReply[], holds: (reply: AuditedReply) => boolean): Share {
  return toShare(sample.filter(holds).length, sample.length);
}
