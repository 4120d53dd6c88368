import { tTwoSided } from './distributions';
import type { Interval } from './intervals';

/** One item of a random sample: what people said of it and what the evaluator said, in the same unit. */
export interface LabeledItem {
  reviewed: number;
  predicted: number;
}

/** The predictions for the items that are not in the sample. */
export interface UnlabeledPredictions {
  count: number;
  sum: number;
  sumOfSquares: number;
}

export interface PredictionPoweredMean {
  estimate: number;
  /** 95%. Null for counts of which the sample has no variance, though not all items are labeled. */
  interval: Interval | null;
  /** The weight of the predictions, 0 to 1: 0 where they say nothing about the reviews. */
  weight: number;
}

/** With fewer there is no variance to estimate. */
const MIN_LABELED = 3;

/**
 * The mean of `reviewed` over a finite population: `labeled` is a random sample of it without replacement,
 * `unlabeled` is the rest. Null with fewer than three labeled items.
 *
 * The estimate is that of PPI++ with power tuning: Angelopoulos, Duchi and Zrnic, "PPI++: Efficient
 * Prediction-Powered Inference" (2023), arXiv:2311.01453, section 6.
 *
 * The interval is that of the sampling design, not of an infinite population: a variance with the finite-population
 * correction 1 - n / (n + N), for n labeled and N unlabeled items (Cochran, "Sampling Techniques", 3rd ed. 1977,
 * 2.6), and Student's quantile with n - 1 degrees of freedom.
 *
 * @param isBinary all values are 0 or 1; the interval is then within 0..1
 */
export function predictionPoweredMean(
  labeled: readonly LabeledItem[],
  unlabeled: UnlabeledPredictions,
  isBinary: boolean,
): PredictionPoweredMean | null {
  const n = labeled.length;
  if (n < MIN_LABELED) return null;
  const sums = sumUp(labeled, unlabeled);
  const weight = tunedWeight(sums);
  const estimate = estimateOf(sums, weight);
  const { shift, variance } = isBinary
    ? smoothed(labeled, weight * (1 + n / Math.max(1, unlabeled.count)))
    : { shift: 0, variance: jackknifeVariance(labeled, sums) };
  const unsampled = unlabeled.count / (n + unlabeled.count);
  const half = tTwoSided(n - 1) * Math.sqrt(unsampled * variance);
  if (variance === 0 && unsampled > 0) return { estimate, interval: null, weight };
  const low = Math.min(estimate, estimate + unsampled * shift - half);
  const high = Math.max(estimate, estimate + unsampled * shift + half);
  const interval = isBinary ? { low: Math.max(0, low), high: Math.min(1, high) } : { low, high };
  return { estimate, interval, weight };
}

interface Sums {
  labeled: number;
  reviewed: number;
  predicted: number;
  products: number;
  unlabeled: number;
  unlabeledPredicted: number;
  /** Of the predictions of the whole population. */
  variance: number;
}

function sumUp(labeled: readonly LabeledItem[], unlabeled: UnlabeledPredictions): Sums {
  const predicted = sumOf(labeled.map((item) => item.predicted));
  const squares = unlabeled.sumOfSquares + sumOf(labeled.map((item) => item.predicted ** 2));
  const population = labeled.length + unlabeled.count;
  return {
    labeled: labeled.length,
    reviewed: sumOf(labeled.map((item) => item.reviewed)),
    predicted,
    products: sumOf(labeled.map((item) => item.reviewed * item.predicted)),
    unlabeled: unlabeled.count,
    unlabeledPredicted: unlabeled.sum,
    variance: (squares - (unlabeled.sum + predicted) ** 2 / population) / (population - 1),
  };
}

/** The weight with the least variance, cut to 0..1. */
function tunedWeight({ labeled, reviewed, predicted, products, unlabeled, variance }: Sums): number {
  if (unlabeled === 0 || variance <= 0) return 0;
  const covariance = products / labeled - (reviewed / labeled) * (predicted / labeled);
  return Math.min(1, Math.max(0, covariance / ((1 + labeled / unlabeled) * variance)));
}

function estimateOf(sums: Sums, weight: number): number {
  const correction = (sums.reviewed - weight * sums.predicted) / sums.labeled;
  return sums.unlabeled === 0 ? correction : correction + (weight * sums.unlabeledPredicted) / sums.unlabeled;
}

/**
 * The variance of the estimate in an infinite population by leaving out one item at a time, which becomes unlabeled:
 * Efron and Stein, "The Jackknife Estimate of Variance", Annals of Statistics 9 (1981) 586–596. Unlike the
 * variance of the residuals it includes that the weight was tuned on the same items.
 */
function jackknifeVariance(labeled: readonly LabeledItem[], sums: Sums): number {
  const estimates = labeled.map(({ reviewed, predicted }) => {
    const without: Sums = {
      ...sums,
      labeled: sums.labeled - 1,
      reviewed: sums.reviewed - reviewed,
      predicted: sums.predicted - predicted,
      products: sums.products - reviewed * predicted,
      unlabeled: sums.unlabeled + 1,
      unlabeledPredicted: sums.unlabeledPredicted + predicted,
    };
    return estimateOf(without, tunedWeight(without));
  });
  const { length } = estimates;
  return ((length - 1) / length) * squaredDeviations(estimates, sumOf(estimates) / length);
}

/**
 * The variance of the estimate in an infinite population, with half an item more in each of the four cells, and how
 * much these move the estimate: Agresti and Min, Statistics in Medicine 24 (2005) 729–740. Without them a sample
 * that has no disagreement would have an interval without width.
 *
 * @param slope the error of the estimate is that of the mean of `reviewed - slope * predicted`
 */
function smoothed(labeled: readonly LabeledItem[], slope: number): { shift: number; variance: number } {
  const values = labeled.map(({ reviewed, predicted }) => reviewed - slope * predicted);
  const cells = [0, 1, -slope, 1 - slope];
  const count = values.length + cells.length / 2;
  const mean = (sumOf(values) + sumOf(cells) / 2) / count;
  const squares = squaredDeviations(values, mean) + squaredDeviations(cells, mean) / 2;
  return { shift: mean - sumOf(values) / values.length, variance: squares / (count - 1) / values.length };
}

function squaredDeviations(values: readonly number[], center: number): number {
  return sumOf(values.map((value) => (value - center) ** 2));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
