import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { withParams } from '../text/url-filters';

/** The address's parameters, and a way to change some of them; null or empty takes one out. The state of the page stays. */
export function useSearch() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const change = useCallback(
    (changes: Record<string, string | null>, options: { replace?: boolean } = {}) =>
      // What was last drawn may be older than the address: a field that is left by a click changes it just before.
      setSearch(withParams(new URLSearchParams(window.location.search), changes), {
        preventScrollReset: true,
        state,
        ...options,
      }),
    [setSearch, state],
  );
  return { search, change };
}

/** One of some choices kept in the address, such as the open tab; the first of them is not written there. */
export function useSearchChoice<Id extends string>(
  name: string,
  choices: readonly [Id, ...Id[]],
): [Id, (id: Id) => void] {
  const { search, change } = useSearch();
  const wanted = search.get(name);
  const chosen = choices.find((id) => id === wanted) ?? choices[0];
  return [chosen, (id) => change({ [name]: id === choices[0] ? null : id }, { replace: true })];
}
