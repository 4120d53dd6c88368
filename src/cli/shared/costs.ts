import { formatNumber } from './wording';

const DIGITS = 4;

/** The cost of an experiment and its parts, in US cents; a part is null if an earlier version did not record it. */
export interface CostsInCents {
  cost_cents: number;
  generation_cost_cents: number | null;
  judging_cost_cents: number | null;
  wasted_cost_cents: number | null;
}

/** The cost of an experiment in US dollars, with its parts where they are known. */
export function describeCosts(costs: CostsInCents): string {
  const dollars = (cents: number) => `$${formatNumber(cents / 100, DIGITS)}`;
  const parts = [
    ['generation', costs.generation_cost_cents],
    ['judging', costs.judging_cost_cents],
    ['wasted', costs.wasted_cost_cents],
  ] as const;
  const known = parts.flatMap(([name, cents]) => (cents === null ? [] : `${name} ${dollars(cents)}`));
  return `${dollars(costs.cost_cents)}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
}
