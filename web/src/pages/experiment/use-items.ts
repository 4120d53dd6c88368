import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Experiment } from '../../api/types';
import { useWorkspace } from '../../app/workspace';
import { isOpen } from '../experiments/experiment-state';
import { ITEMS_PER_PAGE, type ItemPage, itemsQuery } from './item-queries';

/**
 * The items of an experiment, more of them with each `loadMore`. Pages are queries of their own, of which only
 * those in sight, which `onShown` tells, are read anew: following 10,000 items costs no more than following 100.
 */
export function useItems(experiment: Experiment) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const isRunning = isOpen(experiment);
  const pages = useQueries({
    queries: cursors.map((cursor, index) =>
      itemsQuery(workspace, experiment.id, {
        cursor,
        isRunning,
        isShown: index >= shown.first && index <= shown.last,
      }),
    ),
    combine,
  });

  // Pages out of sight have missed something when a run begins or ends; they are read when they come in sight.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    const queryKey = [workspace.id, 'experiment-items', experiment.id];
    void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  }, [isRunning, queries, workspace.id, experiment.id]);

  const { next } = pages;
  const loadMore = useCallback(() => {
    // A page's cursor stays what it was, whatever later readings of the page before it say.
    if (next !== null) setCursors((before) => (before.includes(next) ? before : [...before, next]));
  }, [next]);
  const onShown = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / ITEMS_PER_PAGE);
    const last = Math.floor(lastRow / ITEMS_PER_PAGE);
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const { items, isLoading, error, refetch, isUpToDate } = pages;
  const areAll = items.length === experiment.status_summary.total;
  return {
    items,
    isLoading,
    error,
    retry: refetch,
    loadMore,
    onShown,
    /** All are there and will stay as they are, so that they can be sorted. */
    areFinal: areAll && isUpToDate && !isRunning,
  };
}

function combine(pages: readonly UseQueryResult<ItemPage>[]) {
  const failed = pages.find(({ error }) => error !== null);
  return {
    items: pages.flatMap(({ data }) => data?.items ?? []),
    isLoading: pages.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    refetch: failed?.refetch,
    next: pages.at(-1)?.data?.next_cursor ?? null,
    isUpToDate: pages.every(({ isStale }) => !isStale),
  };
}
