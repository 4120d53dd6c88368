import { useMemo } from 'react';
import { joinFilters } from '../../text/filters';
import { useWorkspace } from '../../workspace/workspace';
import { type Period, withPeriod } from './period';

/** What the numbers of a page are about: the messages that a filter selects in a period. */
export interface Scope {
  filter: string;
  period: Period;
  /** The filter with the bounds of the period. */
  bounded: string;
}

/** The scope of a valid filter in a period; the same object while neither changes. */
export function useScope(filter: string, period: Period | null): Scope | null {
  const { from, to } = period ?? {};
  return useMemo(() => {
    if (from === undefined || to === undefined) return null;
    const bounds = { from, to };
    return { filter, period: bounds, bounded: withPeriod(filter, bounds) };
  }, [filter, from, to]);
}

/** The URLs of what numbers count: the conversations of a scope that also meet a condition, or its findings. */
export function useScopeLinks({ filter, period }: Scope) {
  const { href } = useWorkspace();
  const link = (page: string, selected: string, within: Period) =>
    `${href(page)}?${new URLSearchParams({ filter: withPeriod(selected, within) })}`;
  return {
    conversations: (condition: string) => link('conversations', joinFilters(filter, condition), period),
    findings: (within = period) => link('findings', filter, within),
  };
}

/** The part of a period that is in another one. */
export function intersect(period: Period, { from, to }: Period): Period {
  return { from: from > period.from ? from : period.from, to: to < period.to ? to : period.to };
}
