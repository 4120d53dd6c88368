import type { CheckedFilter, Condition } from './check-filter';
import type { FilterProblem } from './filter-problem';
import { isOrdering, wholeMilliseconds } from './filter-query';

/** One end of a filter's time range. */
export interface TimeBound {
  at: Date;
  /** Whether the bound itself is included. */
  inclusive: boolean;
}

export interface TimeBounds {
  from: TimeBound | null;
  to: TimeBound | null;
  /** The filter consists of its bounds only. */
  isTimeOnly: boolean;
  /** What AND joins with the bounds. */
  rest: CheckedFilter[];
  problems: FilterProblem[];
}

const sides = {
  lower: { name: 'a lower', signs: '>= or >' },
  upper: { name: 'an upper', signs: '<= or <' },
};
type Side = keyof typeof sides;
type Bound = TimeBound & { side: Side; condition: Condition };

/**
 * The bounds of `created_at` among the comparisons that AND joins at the top level of a filter. Elsewhere,
 * and with other comparators, `created_at` is an ordinary comparison.
 *
 * @param end end of the filter, where a missing required bound is reported
 */
export function findTimeBounds(filter: CheckedFilter, areRequired: boolean, end: number): TimeBounds {
  const all = conjuncts(filter);
  const bounds = all.map(toBound).filter((bound) => bound !== null);
  const lower = bounds.filter(({ side }) => side === 'lower');
  const upper = bounds.filter(({ side }) => side === 'upper');
  const problems = [
    ...sideProblems('lower', lower, areRequired, end),
    ...sideProblems('upper', upper, areRequired, end),
  ];
  const [from = null, to = null] = [lower[0], upper[0]];
  if (problems.length === 0 && from !== null && to !== null && isEmpty(from, to)) {
    const { start, end } = to.condition;
    const error = 'the bounds of created_at select no time; use a later upper bound';
    problems.push({ error, expected: ['a later time'], start, end });
  }
  const rest = all.filter((node) => toBound(node) === null);
  const isTimeOnly = rest.length === 0;
  return { from: toTimeBound(from), to: toTimeBound(to), isTimeOnly, rest, problems };
}

/** Times are whole milliseconds. */
function isEmpty(from: TimeBound, to: TimeBound): boolean {
  const first = from.at.getTime() + (from.inclusive ? 0 : 1);
  const last = to.at.getTime() - (to.inclusive ? 0 : 1);
  return first > last;
}

/** The comparisons that AND joins at the top level, through parentheses. */
export function conjuncts(node: CheckedFilter): CheckedFilter[] {
  return node.kind === 'and' ? node.operands.flatMap(conjuncts) : [node];
}

function toBound(node: CheckedFilter): Bound | null {
  if (node.kind !== 'condition' || node.name !== 'created_at') return null;
  const { comparator: operator, values } = node;
  if (!isOrdering(operator)) return null;
  // An unreadable time is already reported. It counts as a bound that no other bound contradicts.
  const time = typeof values[0] === 'object' ? values[0] : { at: new Date(Number.NaN), isBetween: false };
  const { comparator, at } = wholeMilliseconds(operator, time);
  const side = comparator === '<' || comparator === '<=' ? 'upper' : 'lower';
  return { side, at, inclusive: comparator === '<=' || comparator === '>=', condition: node };
}

function sideProblems(side: Side, bounds: Bound[], isRequired: boolean, end: number): FilterProblem[] {
  const { name, signs } = sides[side];
  if (bounds.length === 0 && isRequired) {
    const error = `created_at needs ${name} bound (${signs}), joined by AND to the rest of the filter`;
    return [{ error, expected: [`created_at ${signs}`], start: end, end }];
  }
  return bounds.slice(1).map(({ condition: { start, end } }) => ({
    error: `created_at already has ${name} bound`,
    expected: [],
    start,
    end,
  }));
}

function toTimeBound(bound: Bound | null): TimeBound | null {
  return bound === null ? null : { at: bound.at, inclusive: bound.inclusive };
}
