import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { CreateOptimizationRun, OptimizationRun } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { getRunPollInterval, isRunOpen } from './run-state';

const PAGE_SIZE = 20;
/** As many as a run may have. */
const MAX_CANDIDATES = 100;

/** One page of optimization runs, newest first; read anew while one of them is open. */
export function runsQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'optimization-runs', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/optimization-runs', { params: { query: { limit: PAGE_SIZE, cursor } }, signal })),
    refetchInterval: ({ state }) => getRunPollInterval(state.data?.items ?? []),
    placeholderData: keepPreviousData,
  });
}

/** One run with its attempts; read anew while it is open. */
export function runQuery({ id, client }: Workspace, runId: string) {
  return queryOptions({
    queryKey: [id, 'optimization-run', runId],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/optimization-runs/{run_id}', { params: { path: { run_id: runId } }, signal })),
    refetchInterval: ({ state }) => getRunPollInterval(state.data === undefined ? [] : [state.data]),
  });
}

/** The candidates of a run in the order they were proposed. */
export function candidatesQuery({ id, client }: Workspace, run: OptimizationRun) {
  return queryOptions({
    // What has ended is another list than what still grows, so that the last change is not missed.
    queryKey: [id, 'candidates', run.id, run.status],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/optimization-runs/{run_id}/candidates', {
          params: { path: { run_id: run.id }, query: { limit: MAX_CANDIDATES } },
          signal,
        }),
      ),
    refetchInterval: isRunOpen(run) ? 2000 : false,
    placeholderData: keepPreviousData,
  });
}

/** Asks for a run. The same key with the same body asks once, however often it is sent. */
export function useCreateRun() {
  const { client } = useWorkspace();
  const keep = useCacheRun();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateOptimizationRun; key: string }) =>
      read(client.POST('/v1/optimization-runs', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: keep,
  });
}

/** Ends a run at once. */
export function useCancelRun(runId: string) {
  const { client } = useWorkspace();
  const keep = useCacheRun();
  return useMutation({
    mutationFn: () =>
      read(client.POST('/v1/optimization-runs/{run_id}/cancel', { params: { path: { run_id: runId } } })),
    onSuccess: keep,
  });
}

/** Takes over what the API answered about a run; the list is read anew. */
function useCacheRun() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (run: OptimizationRun) => {
    queries.setQueryData([id, 'optimization-run', run.id], run);
    void queries.invalidateQueries({ queryKey: [id, 'optimization-runs'] });
  };
}
