import type {
  PredictedIssues,
  PredictionSums,
} from '../../conversations/storage/predicted-issues.repository';
import {
  type LabeledItem,
  type PredictionPoweredMean,
  predictionPoweredMean,
} from '../../statistics/prediction-powered';
import { wilsonInterval } from '../../statistics/wilson-interval';
import type { ReviewedIssues } from './reviewed-issues';

/** A reply of the sample: what people and the evaluator say of it. */
export interface AuditedReply {
  reviewed: ReviewedIssues;
  predicted: PredictedIssues;
}

export type RateName = 'issue_rate' | 'issues_per_reply' | 'label_rate';

export interface CorrectedRate {
  rate: RateName;
  /** Of `label_rate`; null for others. */
  label: string | null;
  /** Null with fewer than three reviewed replies. */
  corrected: PredictionPoweredMean | null;
  /** By the evaluator alone; null without replies. */
  uncorrected: number | null;
  /** Further reviews until the interval is half as wide; null if there is no interval. */
  reviewsToHalve: number | null;
}

/** A share of reviewed replies with its 95% interval; the value is null without replies. */
export interface Share {
  value: number | null;
  low: number;
  high: number;
  count: number;
}

export interface CorrectedRates {
  rates: CorrectedRate[];
  /** Of the replies that the evaluator flags, those that have an issue. */
  precision: Share;
  /** Of the replies that have an issue, those that the evaluator flags. */
  recall: Share;
}

/** Corrects the rates of a population by a random sample of its replies. */
export function correctRates(sample: readonly AuditedReply[], sums: PredictionSums): CorrectedRates {
  const flaggedByLabel = new Map(sums.labels.map(({ label, flagged }) => [label, flagged]));
  const labels = new Set([...flaggedByLabel.keys(), ...sample.flatMap(({ reviewed }) => reviewed.labels)]);
  const correct = (
    rate: { rate: RateName; label: string | null },
    measure: (issues: ReviewedIssues) => number,
    total: { sum: number; sumOfSquares: number },
  ): CorrectedRate => ({
    ...rate,
    ...correctRate(sample, sums.count, measure, total, rate.rate !== 'issues_per_reply'),
  });
  const isFlagged = ({ issueCount }: ReviewedIssues) => Number(issueCount > 0);
  return {
    rates: [
      correct({ rate: 'issue_rate', label: null }, isFlagged, bits(sums.flagged)),
      correct({ rate: 'issues_per_reply', label: null }, ({ issueCount }) => issueCount, {
        sum: sums.issues,
        sumOfSquares: sums.issuesSquared,
      }),
      ...[...labels]
        .sort()
        .map((label) =>
          correct(
            { rate: 'label_rate', label },
            (issues) => Number(issues.labels.includes(label)),
            bits(flaggedByLabel.get(label) ?? 0),
          ),
        ),
    ],
    precision: shareOf(
      sample.filter(({ predicted }) => predicted.issueCount > 0),
      ({ reviewed }) => reviewed.issueCount > 0,
    ),
    recall: shareOf(
      sample.filter(({ reviewed }) => reviewed.issueCount > 0),
      ({ predicted }) => predicted.issueCount > 0,
    ),
  };
}

/** The square of 0 or 1 is itself. */
function bits(sum: number) {
  return { sum, sumOfSquares: sum };
}

function correctRate(
  sample: readonly AuditedReply[],
  population: number,
  measure: (issues: ReviewedIssues) => number,
  total: { sum: number; sumOfSquares: number },
  isBinary: boolean,
): Pick<CorrectedRate, 'corrected' | 'uncorrected' | 'reviewsToHalve'> {
  const labeled = sample.map(
    ({ reviewed, predicted }): LabeledItem => ({
      reviewed: measure(reviewed),
      predicted: measure(predicted),
    }),
  );
  const unlabeled = { count: population - labeled.length, ...total };
  for (const { predicted } of labeled) {
    unlabeled.sum -= predicted;
    unlabeled.sumOfSquares -= predicted ** 2;
  }
  const corrected = predictionPoweredMean(labeled, unlabeled, isBinary);
  return {
    corrected,
    uncorrected: population === 0 ? null : total.sum / population,
    reviewsToHalve: corrected && reviewsToHalve(labeled.length, population),
  };
}

/** The width is proportional to the root of 1 / n - 1 / population. */
function reviewsToHalve(n: number, population: number): number {
  const wanted = (1 / n - 1 / population) / 4 + 1 / population;
  return Math.ceil(1 / wanted - n);
}

function shareOf(sample: readonly AuditedReply[], holds: (reply: AuditedReply) => boolean): Share {
  const count = sample.length;
  const held = sample.filter(holds).length;
  return { value: count === 0 ? null : held / count, ...wilsonInterval(held, count), count };
}
