import type { Experiment, ExperimentItem } from '../../../packages/client';
import type { GateDecision } from '../../../packages/gate';
import { formatNumber, numbered } from '../shared/wording';

/** Why an experiment ended before all its conversations were compared; null if it did not. */
export function stoppedText(
  { status, decision, max_cost_cents: limit, total_items_count: total }: Experiment,
  items: readonly ExperimentItem[],
  { outcome, pairs }: GateDecision,
): string | null {
  const has = (code: string) => items.some(({ error }) => error?.code === code);
  if (decision !== null || (status === 'cancelled' && outcome !== 'undecided'))
    return `Decided after ${numbered(pairs, 'pair')} of ${numbered(total, 'conversation')}.`;
  if (status === 'cancelled') return 'The experiment was cancelled.';
  if (has('max_cost_reached'))
    return `The cost limit of $${formatNumber((limit ?? 0) / 100, 6)} was reached.`;
  if (status !== 'failed') return null;
  const message = items.find(({ error }) => error !== null)?.error?.message;
  return `The experiment failed${message === undefined ? '' : `: ${message}`}.`;
}
