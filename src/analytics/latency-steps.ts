import { histogramQuantile } from '../../packages/statistics';

// Steps of 10%, so that a quantile is at most 5% away from the exact one.
const STEPS_PER_DECADE = 24;

/** The step of a latency: a histogram of steps is small and adds up. */
export function latencyStep(latencyMs: number): number {
  return Math.round(STEPS_PER_DECADE * Math.log10(Math.max(1, latencyMs)));
}

/** A quantile of latencies, in milliseconds; null without any. */
export function latencyQuantile(messagesByStep: ReadonlyMap<number, number>, share: number): number | null {
  const step = histogramQuantile(messagesByStep, share);
  return step === null ? null : Math.round(10 ** (step / STEPS_PER_DECADE));
}
