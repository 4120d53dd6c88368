import type { Experiment } from '../../../api/types';
import { formatCents } from '../../../text/numbers';

type Costs = Pick<
  Experiment,
  'cost_cents' | 'generation_cost_cents' | 'judging_cost_cents' | 'wasted_cost_cents'
>;

/** Describes a cost with its parts: `$1.20 (generation $1.00, judging $0.20)`. */
export function describeCosts(costs: Costs): string {
  const total = costs.cost_cents === null ? 'Unknown price' : formatCents(costs.cost_cents);
  if (costs.cost_cents === 0) return total;
  const parts = [
    describePart('generation', costs.generation_cost_cents),
    describePart('judging', costs.judging_cost_cents),
    describePart('wasted', costs.wasted_cost_cents),
  ].filter((part) => part !== null);
  return parts.length === 0 ? total : `${total} (${parts.join(', ')})`;
}

/** Null if it is zero or unknown. */
function describePart(name: string, cents: number | null): string | null {
  return cents === null || cents === 0 ? null : `${name} ${formatCents(cents)}`;
}
