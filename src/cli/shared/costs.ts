import { formatNumber } from './wording';

const DIGITS = 4;

/** The cost of an experiment and its parts, in US cents; null if a price is unknown. */
export interface CostsInCents {
  cost_cents: number | null;
  generation_cost_cents: number | null;
  judging_cost_cents: number | null;
  wasted_cost_cents: number | null;
}

/** The cost of an experiment in US dollars, with its parts. */
export function describeCosts(costs: CostsInCents): string {
  const dollars = (cents: number | null) =>
    cents === null ? 'unknown' : `$${formatNumber(cents / 100, DIGITS)}`;
  const parts = [
    ['generation', costs.generation_cost_cents],
    ['judging', costs.judging_cost_cents],
    ['wasted', costs.wasted_cost_cents],
  ] as const;
  return `${dollars(costs.cost_cents)} (${parts.map(([name, cents]) => `${name} ${dollars(cents)}`).join(', ')})`;
}
