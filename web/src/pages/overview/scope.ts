import { useMemo } from 'react';
import { joinFilters } from '../../text/filters';
import { useWorkspace } from '../../workspace/workspace';
import { type Period, withPeriod } from './period';

/** What the numbers of a page are about: the messages that a filter selects in a period. */
export interface Scope {
  filter: string;
  period: Period;
}

/** The scope of a valid filter in a period; the same object while neither changes. */
export function useScope(filter: string, period: Period | null): Scope | null {
  const { from, to } = period ?? {};
  return useMemo(
    () => (from === undefined || to === undefined ? null : { filter, period: { from, to } }),
    [filter, from, to],
  );
}

/** The URLs of what numbers count: the conversations or findings of a scope that also meet a condition. */
export function useScopeLinks({ filter, period }: Scope) {
  const { href } = useWorkspace();
  return useMemo(() => {
    const link = (page: string, condition: string, within: Period = period) =>
      `${href(page)}?${new URLSearchParams({ filter: withPeriod(joinFilters(filter, condition), within) })}`;
    return {
      conversations: (condition: string) => link('conversations', condition),
      findings: (condition = '', within = period) => link('findings', condition, within),
    };
  }, [href, filter, period]);
}

/** The part of a period that is in another one. */
export function intersect(period: Period, { from, to }: Period): Period {
  return { from: from > period.from ? from : period.from, to: to < period.to ? to : period.to };
}
