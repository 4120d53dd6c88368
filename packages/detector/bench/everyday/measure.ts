import { aucOf, quantile, seededRandom } from '../../../statistics';
import { defaultLabels } from '../../contract/default-labels';
import { findUngroundedSpans } from '../../find-ungrounded-spans';
import { loadGroundingModel } from '../../model/grounding-model';
import { scoreBaselines } from './baselines';
import type { JudgedCase, Traffic } from './traffic';

/** The share of clean replies that may be flagged where recall is compared. */
const FLAGGED_CLEAN = 0.1;

/** A share with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** Shares are 0..1, null where no reply is right or none is wrong. */
export interface TrafficRow {
  name: string;
  replies: number;
  wrong: number | null;
  notJudgeable: number;
  auc: Estimate | null;
  noveltyAuc: Estimate | null;
  notableAuc: Estimate | null;
  /** With the shipped thresholds: wrong replies, and clean or unjudged ones, with a finding. */
  recall: number | null;
  flagged: number | null;
  /** At the threshold on the score that flags 10 % of the clean replies of this row. */
  bestRecall: number | null;
  msPerReply: number;
}

interface Outcome {
  isWrong: boolean;
  isFlagged: boolean;
  score: number;
}

/** Judges all replies of a row and compares the verdicts with those of people and of two trivial baselines. */
export function measureTraffic({ name, cases }: Traffic): TrafficRow {
  const startedAt = performance.now();
  const judged = cases.map(judge);
  const msPerReply = (performance.now() - startedAt) / cases.length;
  const outcomes = judged.map(({ annotations, score }, index): Outcome => {
    return { isWrong: cases[index]?.isWrong ?? false, isFlagged: annotations.length > 0, score: score ?? 0 };
  });
  const isLabeled = cases.some(({ isWrong }) => isWrong !== null);
  const baselines = cases.map(({ messages }) => scoreBaselines(messages));
  const wrong = outcomes.filter(({ isWrong }) => isWrong);
  const others = outcomes.filter(({ isWrong }) => !isWrong);
  return {
    name,
    replies: cases.length,
    wrong: isLabeled ? wrong.length : null,
    notJudgeable: judged.filter(({ notJudgeable }) => notJudgeable !== null).length,
    auc: auc(outcomes),
    noveltyAuc: auc(outcomes.map((one, index) => ({ ...one, score: baselines[index]?.novelty ?? 0 }))),
    notableAuc: auc(outcomes.map((one, index) => ({ ...one, score: baselines[index]?.notable ?? 0 }))),
    recall: shareOf(wrong, ({ isFlagged }) => isFlagged),
    flagged: shareOf(others, ({ isFlagged }) => isFlagged),
    bestRecall: recallAt(wrong, others),
    msPerReply,
  };
}

function judge({ messages, tools }: JudgedCase) {
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  return findUngroundedSpans({ messages, tools, issueConfig }, loadGroundingModel());
}

const RESAMPLES = 400;

/** With the percentile interval of a bootstrap over replies (Efron 1979), the same in each run. */
function auc(outcomes: readonly Outcome[]): Estimate | null {
  const aucWith = aucOf(outcomes.map(({ isWrong, score }) => ({ isPositive: isWrong, score })));
  const value = aucWith(new Float64Array(outcomes.length).fill(1));
  if (value === null) return null;
  const random = seededRandom('everyday');
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const weights = new Float64Array(outcomes.length);
    for (let drawn = 0; drawn < weights.length; drawn += 1) {
      const index = random() % weights.length;
      weights[index] = (weights[index] as number) + 1;
    }
    return aucWith(weights);
  });
  const sorted = resampled.filter((one) => one !== null).sort((one, other) => one - other);
  return { value, low: quantile(sorted, 0.025) ?? value, high: quantile(sorted, 0.975) ?? value };
}

function recallAt(wrong: readonly Outcome[], others: readonly Outcome[]): number | null {
  if (wrong.length === 0 || others.length === 0) return null;
  const descending = others.map(({ score }) => score).sort((one, other) => other - one);
  const threshold = descending[Math.floor(FLAGGED_CLEAN * others.length)] as number;
  return shareOf(wrong, ({ score }) => score > threshold);
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(holds).length / items.length;
}
