import type { ItemStatus, Tally } from '../../src/experiments/store/experiment';
import { countsBaseline, summarizeStatus, type TallyItem } from '../../src/experiments/store/item-status';
import { ReplyMetrics } from '../../src/experiments/store/reply-metrics';

/** Counts all items of an experiment, which running counters must agree with. */
export function tallyItems(items: readonly TallyItem[]): Tally {
  const numberOf = (status: ItemStatus) => items.filter((item) => item.status === status).length;
  const sum = (read: (item: TallyItem) => number) => items.reduce((total, item) => total + read(item), 0);
  const reply = new ReplyMetrics();
  const baseline = new ReplyMetrics();
  for (const item of items) {
    reply.add(item.reply);
    if (item.baseline !== null && countsBaseline(item)) baseline.add(item.baseline);
  }
  return {
    statusSummary: summarizeStatus({
      pending: numberOf('pending'),
      queued: numberOf('queued'),
      generating: numberOf('generating'),
      evaluating: numberOf('evaluating'),
      completed: numberOf('completed'),
      failed: numberOf('failed'),
      skipped: numberOf('skipped'),
    }),
    evaluationsExpected: sum((item) => item.evaluationsExpected),
    evaluationsReceived: sum((item) => item.evaluationsReceived),
    metrics: reply.metrics(),
    baselineMetrics: baseline.metrics(),
    baselineModels: baseline.models(),
  };
}
