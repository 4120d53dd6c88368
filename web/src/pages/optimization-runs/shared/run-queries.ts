import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollWhile } from '../../../api/polling';
import type { CreateOptimizationRun, OptimizationRun } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { isRunOpen } from './run-state';

const PAGE_SIZE = 20;
/** The limit of the API. */
const MAX_CANDIDATES = 100;

/** A page of optimization runs, newest first; polled while any is open. */
export function runsQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'optimization-runs', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/optimization-runs', { params: { query: { limit: PAGE_SIZE, cursor } }, signal })),
    refetchInterval: ({ state }) => pollWhile((state.data?.items ?? []).some(isRunOpen)),
    placeholderData: keepPreviousData,
  });
}

/** A run with its attempts; polled while it is open. */
export function runQuery({ id, client }: Workspace, runId: string) {
  return queryOptions({
    queryKey: [id, 'optimization-run', runId],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/optimization-runs/{run_id}', { params: { path: { run_id: runId } }, signal })),
    refetchInterval: ({ state }) => pollWhile(state.data !== undefined && isRunOpen(state.data)),
  });
}

/** The candidates of a run in the order of their proposal. */
export function candidatesQuery({ id, client }: Workspace, run: OptimizationRun) {
  return queryOptions({
    // The status is part of the key, so that the end of a run triggers one last fetch.
    queryKey: [id, 'candidates', run.id, run.status],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/optimization-runs/{run_id}/candidates', {
          params: { path: { run_id: run.id }, query: { limit: MAX_CANDIDATES } },
          signal,
        }),
      ),
    refetchInterval: pollWhile(isRunOpen(run)),
    placeholderData: keepPreviousData,
  });
}

/** Creates a run, idempotent by key. */
export function useCreateRun() {
  const { client } = useWorkspace();
  const cache = useCacheRun();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateOptimizationRun; key: string }) =>
      read(client.POST('/v1/optimization-runs', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: cache,
  });
}

/** Cancels a run. */
export function useCancelRun(runId: string) {
  const { client } = useWorkspace();
  const cache = useCacheRun();
  return useMutation({
    mutationFn: () =>
      read(client.POST('/v1/optimization-runs/{run_id}/cancel', { params: { path: { run_id: runId } } })),
    onSuccess: cache,
  });
}

/** Caches the returned run and refetches the list. */
function useCacheRun() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (run: OptimizationRun) => {
    queries.setQueryData([id, 'optimization-run', run.id], run);
    void queries.invalidateQueries({ queryKey: [id, 'optimization-runs'] });
  };
}
