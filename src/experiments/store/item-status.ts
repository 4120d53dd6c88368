import type { ExperimentItem, ItemStatus, StatusSummary } from './experiment';

/** The fields of an item that numbers are computed from. */
export type TallyItem = Pick<
  ExperimentItem,
  'sampleIndex' | 'status' | 'reply' | 'baseline' | 'evaluationsExpected' | 'evaluationsReceived'
>;

/** Whether an item counts the original reply of its conversation, which all samples have in common. */
export function countsBaseline({ sampleIndex }: Pick<ExperimentItem, 'sampleIndex'>): boolean {
  return sampleIndex === 0;
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
