import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { CreateExperiment, Experiment, GetResponse } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { getPollInterval } from './experiment-state';

const PAGE_SIZE = 20;
const CHOICES_PAGE_SIZE = 50;

/** One page of experiments, newest first; read anew while one of them runs. */
export function experimentsQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'experiments', cursor],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments', {
          params: { query: { limit: PAGE_SIZE, cursor, omit: 'conversation_ids' } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => getPollInterval(state.data?.items ?? []),
    placeholderData: keepPreviousData,
  });
}

/** The experiments to choose from, newest first and page by page; read anew by each that begins to show them. */
export function experimentChoicesQuery({ id, client }: Workspace) {
  return infiniteQueryOptions({
    queryKey: [id, 'experiment-choices'],
    queryFn: ({ signal, pageParam: cursor }) =>
      read(
        client.GET('/v1/experiments', { params: { query: { limit: CHOICES_PAGE_SIZE, cursor } }, signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_cursor: next }) => next,
    gcTime: 0,
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
    refetchInterval: ({ state }) => getPollInterval(state.data === undefined ? [] : [state.data]),
  });
}

/** Starts an experiment. The same key with the same body starts it once, however often it is sent. */
export function useCreateExperiment() {
  const { client } = useWorkspace();
  const keep = useCacheExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateExperiment; key: string }) =>
      read(client.POST('/v1/experiments', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: keep,
  });
}

/** Stops an experiment; its open items fail. */
export function useCancelExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const keep = useCacheExperiment();
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
  const keep = useCacheExperiment();
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

/** Deletes an ended experiment with its items and replies, and what is known of it here; `leave` leaves its page. */
export function useDeleteExperiment(experimentId: string, leave?: () => void | Promise<void>) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(
        client.DELETE('/v1/experiments/{experiment_id}', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: async () => {
      const lists = { queryKey: [id, 'experiments'] };
      queries.setQueriesData<GetResponse<'/v1/experiments'>>(
        lists,
        (page) => page && { ...page, items: page.items.filter((it) => it.id !== experimentId) },
      );
      // Before it is forgotten: its page would ask for it again.
      await leave?.();
      queries.removeQueries({ predicate: isAbout(experimentId) });
      await queries.invalidateQueries(lists);
    },
  });
}

/** Whether a query is about an experiment: itself, its items, a comparison with it. */
function isAbout(experimentId: string) {
  return ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey.includes(experimentId);
}

/**
 * Takes over what the API answered about an experiment; lists are read anew, items and comparisons when they are in
 * sight.
 */
function useCacheExperiment() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (experiment: Experiment) => {
    void queries.invalidateQueries({ predicate: isAbout(experiment.id), refetchType: 'none' });
    queries.setQueryData([id, 'experiment', experiment.id], experiment);
    void queries.invalidateQueries({ queryKey: [id, 'experiments'] });
  };
}
