import { formatNumber } from '../shared/wording';
import type { Experiment } from './run-experiment';

const DIGITS = 4;

/** The cost of an experiment in US dollars, with its parts where they are known. */
export function describeCosts(experiment: Experiment): string {
  const dollars = (cents: number) => `$${formatNumber(cents / 100, DIGITS)}`;
  const parts = [
    ['generation', experiment.generation_cost_cents],
    ['judging', experiment.judging_cost_cents],
    ['wasted', experiment.wasted_cost_cents],
  ] as const;
  const known = parts.flatMap(([name, cents]) => (cents === null ? [] : `${name} ${dollars(cents)}`));
  return `${dollars(experiment.cost_cents)} (${known.join(', ')})`;
}
