import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { withParams } from '../text/url-filters';

/**
 * The URL parameters and a function that changes some; null or empty removes one. Router state is preserved.
 */
export function useSearch() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const change = useCallback(
    (changes: Record<string, string | null>, options: { replace?: boolean } = {}) =>
      // The rendered parameters may be outdated: the blur of a field changes the URL just before a click.
      setSearch(withParams(new URLSearchParams(window.location.search), changes), {
        preventScrollReset: true,
        state,
        ...options,
      }),
    [setSearch, state],
  );
  return { search, change };
}

/** A choice that the URL holds, e.g. the open tab; the first one is the default and is omitted. */
export function useSearchChoice<Id extends string>(
  name: string,
  choices: readonly [Id, ...Id[]],
): [Id, (id: Id) => void] {
  const { search, change } = useSearch();
  const requested = search.get(name);
  const chosen = choices.find((id) => id === requested) ?? choices[0];
  return [chosen, (id) => change({ [name]: id === choices[0] ? null : id }, { replace: true })];
}
