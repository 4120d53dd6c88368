import { useSearch, useSearchChoice } from '../../workspace/use-search';
import { getPeriod, type Period, rangeIds } from './period';
import { useCurrentMinute } from './use-current-minute';

/** The period that the URL names, up to the current minute; null while custom bounds are missing or out of order. */
export function usePeriod(): Period | null {
  const { search } = useSearch();
  const [range] = useSearchChoice('range', rangeIds);
  return getPeriod(range, useCurrentMinute(), { from: search.get('from'), to: search.get('to') });
}
