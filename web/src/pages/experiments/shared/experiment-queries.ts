import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import type {
  AddExperimentItems,
  CreateExperiment,
  CreateFreshBaseline,
  Experiment,
  GetResponse,
  RejudgeExperiment,
} from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { isOpen } from './experiment-state';

const PAGE_SIZE = 20;

/** A page of experiments, newest first; polled while any is running. */
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
    refetchInterval: ({ state }) => pollWhile(state.data?.items.some(isOpen) ?? false),
    placeholderData: keepPreviousData,
  });
}

/** The experiments that share conversations with one, newest first, page by page; refetched on each mount. */
export function comparableExperimentsQuery(
  { id, client }: Pick<Workspace, 'id' | 'client'>,
  experimentId: string,
) {
  return infiniteQueryOptions({
    queryKey: [id, 'comparable-experiments', experimentId],
    queryFn: ({ signal, pageParam: cursor }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/comparable-experiments', {
          params: { path: { experiment_id: experimentId }, query: { cursor } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_cursor: next }) => next,
    gcTime: 0,
  });
}

/**
 * An experiment with its counters and metrics; polled while it is running. Its conversation ids, up to 10,000, are
 * loaded once, and again after another window has added some.
 */
export function experimentQuery({ id, client }: Workspace, experimentId: string) {
  const queryKey = [id, 'experiment', experimentId];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }) => {
      const load = (query: { omit?: 'conversation_ids' }) =>
        read(
          client.GET('/v1/experiments/{experiment_id}', {
            params: { path: { experiment_id: experimentId }, query },
            signal,
          }),
        );
      const loaded = cache.getQueryData<Experiment>(queryKey);
      if (loaded?.conversation_ids === undefined) return load({});
      const experiment = await load({ omit: 'conversation_ids' });
      return experiment.total_items_count === loaded.total_items_count
        ? { ...experiment, conversation_ids: loaded.conversation_ids }
        : load({});
    },
    refetchInterval: ({ state }) => pollWhile(state.data !== undefined && isOpen(state.data)),
  });
}

/** An experiment compared with the original replies; polled while it is running. */
export function baselineComparisonQuery({ id, client }: Workspace, experimentId: string) {
  return queryOptions({
    queryKey: [id, 'baseline-comparison', experimentId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/baseline-comparison', {
          params: { path: { experiment_id: experimentId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      pollWhile(state.data !== undefined && isOpen(state.data), pollMs.expensive),
  });
}

/** Creates an experiment, idempotent by key. */
export function useCreateExperiment() {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateExperiment; key: string }) =>
      read(client.POST('/v1/experiments', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: cache,
  });
}

/** Judges the stored replies of an experiment again, as a new experiment; idempotent by key. */
export function useRejudgeExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: RejudgeExperiment; key: string }) =>
      read(
        client.POST('/v1/experiments/{experiment_id}/rejudge', {
          params: { path: { experiment_id: experimentId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    onSuccess: cache,
  });
}

/** Replays the turns of an experiment with their original model and prompt, as a new experiment; idempotent by key. */
export function useCreateFreshBaseline(experimentId: string) {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateFreshBaseline; key: string }) =>
      read(
        client.POST('/v1/experiments/{experiment_id}/fresh-baseline', {
          params: { path: { experiment_id: experimentId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    onSuccess: cache,
  });
}

/** Adds conversations to an ended experiment, which opens it again; idempotent by key. */
export function useAddConversations(experimentId: string) {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: ({ body, key }: { body: AddExperimentItems; key: string }) =>
      read(
        client.POST('/v1/experiments/{experiment_id}/items', {
          params: { path: { experiment_id: experimentId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    onSuccess: cache,
  });
}

/** Cancels an experiment; its open items fail. */
export function useCancelExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: () =>
      read(
        client.POST('/v1/experiments/{experiment_id}/cancel', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: cache,
  });
}

/** Retries the failed items of an ended experiment. */
export function useRetryExperiment(experimentId: string) {
  const { client } = useWorkspace();
  const cache = useCacheExperiment();
  return useMutation({
    mutationFn: () =>
      read(
        client.POST('/v1/experiments/{experiment_id}/retry', {
          params: { path: { experiment_id: experimentId } },
        }),
      ),
    onSuccess: cache,
  });
}

/** Deletes an ended experiment and removes it from the caches; `leave` navigates away from its page. */
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
      // Leave before clearing the cache, or the page would request it again.
      await leave?.();
      queries.removeQueries({ predicate: isAbout(experimentId) });
      await queries.invalidateQueries(lists);
    },
  });
}

/** Matches queries of an experiment, its items and its comparisons. */
function isAbout(experimentId: string) {
  return ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey.includes(experimentId);
}

/**
 * Caches the returned experiment. Lists and the comparison with the original replies are refetched; items and other
 * comparisons when they are next shown.
 */
function useCacheExperiment() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (experiment: Experiment) => {
    void queries.invalidateQueries({ predicate: isAbout(experiment.id), refetchType: 'none' });
    queries.setQueryData([id, 'experiment', experiment.id], experiment);
    void queries.invalidateQueries({ queryKey: [id, 'experiments'] });
    void queries.invalidateQueries({ queryKey: [id, 'baseline-comparison', experiment.id] });
  };
}
