import { infiniteQueryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Workspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';

/** A comparison is computed over all items, so it is polled less often than progress. */
const POLL_MS = 5000;

/** A comparison of two experiments with its changed pairs, page by page; polled while either is running. */
export function comparisonQuery({ id, client }: Workspace, firstId: string, secondId: string) {
  return infiniteQueryOptions({
    queryKey: [id, 'comparison', firstId, secondId],
    queryFn: ({ signal, pageParam }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/compare/{other_id}', {
          params: { path: { experiment_id: firstId, other_id: secondId }, query: { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: ({ state }) => {
      const page = state.data?.pages[0];
      return page !== undefined && (isOpen(page.first) || isOpen(page.second)) ? POLL_MS : false;
    },
  });
}
