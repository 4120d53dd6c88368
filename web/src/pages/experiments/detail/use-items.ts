import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Experiment } from '../../../api/types';
import { useWorkspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';
import { ITEMS_PER_PAGE, type ItemPage, type ItemStatus, itemsQuery } from '../shared/item-queries';
import { dedupeById, followPages } from './item-pages';

/**
 * The items of an experiment with a status, or all for null, in pages that `loadMore` adds. Each page is a
 * query; only pages that `onShown` reports as visible are polled, so 10,000 items cost no more than 100.
 */
export function useItems(experiment: Experiment, status: ItemStatus | null) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const isRunning = isOpen(experiment);
  const pages = useQueries({
    queries: cursors.map((cursor, index) =>
      itemsQuery(workspace, experiment.id, {
        status,
        cursor,
        isRunning,
        isShown: index >= shown.first && index <= shown.last,
      }),
    ),
    combine: useCallback((read: Results) => combine(read, cursors), [cursors]),
  });

  // Hidden pages are stale when an execution starts or ends. At its end all are refetched, so that items can
  // be sorted. At its start each is refetched when it becomes visible, because it will change again.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current === isRunning) return;
    wasRunning.current = isRunning;
    const queryKey = [workspace.id, 'experiment-items', experiment.id];
    void queries.invalidateQueries({ queryKey, refetchType: isRunning ? 'none' : 'active' });
  }, [isRunning, queries, workspace.id, experiment.id]);

  const { ends } = pages;
  useEffect(() => setCursors((before) => followPages(before, ends)), [ends]);

  const next = ends.at(-1);
  const loadMore = useCallback(() => {
    if (next != null) setCursors((before) => (before.includes(next) ? before : [...before, next]));
  }, [next]);
  const onShown = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / ITEMS_PER_PAGE);
    const last = Math.floor(lastRow / ITEMS_PER_PAGE);
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const { items, isLoading, error, refetch, isUpToDate } = pages;
  return {
    items,
    isLoading,
    error,
    retry: refetch,
    /** Also true while loading. */
    hasMore: next !== null,
    loadMore,
    onShown,
    /** The loaded items do not change any more, so they can be sorted. */
    areFinal: isUpToDate && !isRunning,
  };
}

type Results = readonly UseQueryResult<ItemPage>[];

function combine(pages: Results, cursors: readonly (string | null)[]) {
  const ends = pages.map(({ data }) => data?.next_cursor);
  const items = pages.flatMap(({ data }) => data?.items ?? []);
  const failed = pages.find(({ error }) => error !== null);
  return {
    items: followPages(cursors, ends) === cursors ? items : dedupeById(items),
    isLoading: pages.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    refetch: failed?.refetch,
    /** The end of each page; undefined while loading. */
    ends,
    isUpToDate: pages.every(({ data, isStale }) => data === undefined || !isStale),
  };
}
