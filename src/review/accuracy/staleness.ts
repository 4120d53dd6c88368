import { wilsonInterval } from '../../../packages/statistics';
import { type Staleness, stalenesses } from './corrected-rates.schema';
import type { VerdictVersions } from './predicted-issues.repository';
import type { Mix } from './sampled-population.repository';

/** A share of the traffic that moved by more has changed, if chance does not explain it. */
const MAX_SHIFT = 0.1;

export interface SampleConditions {
  /** Of the verdicts that the sample corrects. */
  versions: readonly VerdictVersions[];
  /** Of the evaluator that the rates are of. */
  evaluatorVersion: number;
  /** The current labels, and since when. */
  labels: { version: number; createdAt: Date };
  sampledAt: Date;
  /** Whether the queue selects other replies now, or replies that it cannot have sampled are asked for. */
  isOtherPopulation: boolean;
  /** The traffic that was sampled, and that came later. */
  mixes: readonly { before: Mix; after: Mix }[];
}

/** What has changed since a sample was drawn. */
export function listStale(conditions: SampleConditions): Staleness[] {
  const { versions, evaluatorVersion, labels, sampledAt, isOtherPopulation, mixes } = conditions;
  const isOtherEvaluator = versions.some((one) => one.evaluatorVersion !== evaluatorVersion);
  const configs = new Set(versions.map((one) => one.issueConfigVersion));
  const isOtherConfig = [...configs].some((version) => version !== null && version !== labels.version);
  const changed: Record<Staleness, boolean> = {
    evaluator_version: isOtherEvaluator,
    labels: isOtherConfig || configs.size > 1 || labels.createdAt > sampledAt,
    population: isOtherPopulation || mixes.some(({ before, after }) => hasShifted(before, after)),
  };
  return stalenesses.filter((one) => changed[one]);
}

/** Whether the share of a value has moved by more than `MAX_SHIFT`, by the 95% interval of what came later. */
function hasShifted(before: Mix, after: Mix): boolean {
  if (before.total === 0 || after.total === 0) return false;
  return [...new Set([...before.counts.keys(), ...after.counts.keys()])].some((value) => {
    const share = (before.counts.get(value) ?? 0) / before.total;
    const { low, high } = wilsonInterval(after.counts.get(value) ?? 0, after.total);
    return low > share + MAX_SHIFT || high < share - MAX_SHIFT;
  });
}
