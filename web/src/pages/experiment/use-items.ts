import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Experiment } from '../../api/types';
import { useWorkspace } from '../../app/workspace';
import { isOpen } from '../experiments/experiment-state';
import { hasEnded, type ItemPage, itemsQuery } from './item-queries';

/** Pages with open items that are read anew at a time: items run in their order, so the others can wait. */
const LIVE_PAGES = 2;

/**
 * The items of an experiment, more of them with each `loadMore`. Pages are queries of their own, so that
 * following a run of 10,000 items reads the pages at work and not all of them.
 */
export function useItems(experiment: Experiment) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const isRunning = isOpen(experiment);
  const keyOf = (cursor: string | null) =>
    itemsQuery(workspace, experiment.id, { cursor, isLive: false }).queryKey;
  const live = isRunning
    ? cursors.filter((cursor) => hasOpenItems(queries.getQueryData(keyOf(cursor)))).slice(0, LIVE_PAGES)
    : [];
  const { items, isLoading, error, next, refetch } = useQueries({
    queries: cursors.map((cursor) =>
      itemsQuery(workspace, experiment.id, { cursor, isLive: live.includes(cursor) }),
    ),
    combine,
  });

  // What happened between the last reading of a page and the end of the run, or before a retry, is read once more.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    void queries.invalidateQueries({
      queryKey: [workspace.id, 'experiment-items', experiment.id],
      predicate: ({ state }) => hasOpenItems(state.data as ItemPage | undefined),
    });
  }, [isRunning, queries, workspace.id, experiment.id]);

  const loadMore = useCallback(() => {
    // A page's cursor stays what it was, whatever later readings of the page before it say.
    if (next !== null) setCursors((before) => (before.includes(next) ? before : [...before, next]));
  }, [next]);
  return { items, isLoading, error, retry: refetch, loadMore };
}

function combine(pages: readonly UseQueryResult<ItemPage>[]) {
  const failed = pages.find(({ error }) => error !== null);
  return {
    items: pages.flatMap(({ data }) => data?.items ?? []),
    isLoading: pages.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    refetch: failed?.refetch,
    next: pages.at(-1)?.data?.next_cursor ?? null,
  };
}

function hasOpenItems(page: ItemPage | undefined): boolean {
  return page?.items.some((item) => !hasEnded(item)) ?? false;
}
