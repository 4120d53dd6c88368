import { infiniteQueryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import type { Workspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';

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
      return pollWhile(page !== undefined && (isOpen(page.first) || isOpen(page.second)), pollMs.expensive);
    },
  });
}
