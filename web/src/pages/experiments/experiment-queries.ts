import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../api/client';
import type { CreateExperiment, Experiment } from '../../api/types';
import { useWorkspace, type Workspace } from '../../app/workspace';
import { pollInterval } from './experiment-state';

const PAGE = 20;

/** One page of experiments, newest first; read anew while one of them runs. */
export function experimentsQuery({ id, client }: Workspace, cursor: string | null, limit = PAGE) {
  return queryOptions({
    queryKey: [id, 'experiments', cursor, limit],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/experiments', { params: { query: { limit, cursor } }, signal })),
    refetchInterval: ({ state }) => pollInterval(state.data?.items ?? []),
    placeholderData: keepPreviousData,
  });
}

/** One experiment with its counters and metrics; read anew while it runs. */
export function experimentQuery({ id, client }: Workspace, experimentId: string) {
  return queryOptions({
    queryKey: [id, 'experiment', experimentId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}', {
          params: { path: { experiment_id: experimentId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => pollInterval(state.data === undefined ? [] : [state.data]),
  });
}

/** Starts an experiment. The same key with the same body starts it once, however often it is sent. */
export function useCreateExperiment() {
  const { client } = useWorkspace();
  const keep = useKeepExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateExperiment; key: string }) =>
      read(client.POST('/v1/experiments', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: keep,
  });
}

/** Stops an experiment; its open items fail. */
export function useCancelExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const keep = useKeepExperiment();
  return useMutation({
    mutationFn: () =>
      read(
        client.POST('/v1/experiments/{experiment_id}/cancel', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: keep,
  });
}

/** Runs the failed items of an ended experiment again. */
export function useRetryExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const keep = useKeepExperiment();
  return useMutation({
    mutationFn: () =>
      read(
        client.POST('/v1/experiments/{experiment_id}/retry', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: keep,
  });
}

/** Deletes an ended experiment with its items and replies. */
export function useDeleteExperiment(experimentId: string) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(
        client.DELETE('/v1/experiments/{experiment_id}', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [id, 'experiments'] }),
  });
}

/** Takes over what the API answered about an experiment; lists are read anew, items when they are in sight. */
function useKeepExperiment() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (experiment: Experiment) => {
    queries.setQueryData([id, 'experiment', experiment.id], experiment);
    void queries.invalidateQueries({ queryKey: [id, 'experiments'] });
    const items = [id, 'experiment-items', experiment.id];
    void queries.invalidateQueries({ queryKey: items, refetchType: 'none' });
  };
}
