import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import type { ExperimentItem, ItemStatus, StatusSummary, Tally } from './experiment';
import { ReplyMetrics } from './reply-metrics';

/** The fields of an item that numbers are computed from. */
export type TallyItem = Pick<
  ExperimentItem,
  'sampleIndex' | 'status' | 'reply' | 'baseline' | 'evaluationsExpected' | 'evaluationsReceived'
>;

/** Whether an item counts the original reply of its conversation, which all samples have in common. */
export function countsBaseline({ sampleIndex }: Pick<ExperimentItem, 'sampleIndex'>): boolean {
  return sampleIndex === 0;
}

/** Adds up the items of an experiment, in work slices. Metrics are defined in docs/metrics.md. */
export async function tallyItems(items: AsyncIterable<TallyItem>): Promise<Tally> {
  const counts: Record<ItemStatus, number> = {
    pending: 0,
    queued: 0,
    generating: 0,
    evaluating: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
  };
  const reply = new ReplyMetrics();
  const baseline = new ReplyMetrics();
  let evaluationsExpected = 0;
  let evaluationsReceived = 0;
  for await (const item of items) {
    if (isSliceOver()) await nextSlice();
    counts[item.status] += 1;
    evaluationsExpected += item.evaluationsExpected;
    evaluationsReceived += item.evaluationsReceived;
    reply.add(item.reply);
    if (item.baseline !== null && countsBaseline(item)) baseline.add(item.baseline);
  }
  return {
    statusSummary: summarizeStatus(counts),
    evaluationsExpected,
    evaluationsReceived,
    metrics: reply.metrics(),
    baselineMetrics: baseline.metrics(),
    baselineModels: baseline.models(),
  };
}

/** Adds the sums over several statuses to the numbers of items by status. */
export function summarizeStatus(counts: Record<ItemStatus, number>): StatusSummary {
  const inProgress = counts.generating + counts.evaluating;
  return {
    ...counts,
    inProgress,
    total: counts.pending + counts.queued + inProgress + counts.completed + counts.failed + counts.skipped,
  };
}
