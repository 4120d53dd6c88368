import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import type { CreateSchedule, GetResponse, Schedule } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';
import { msUntilFired } from './schedule-times';

const PAGE_SIZE = 20;

/** A page of schedules, newest first; loaded again after each firing. */
export function schedulesQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'schedules', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/schedules', { params: { query: { limit: PAGE_SIZE, cursor } }, signal })),
    refetchInterval: ({ state }) => msUntilFired(state.data?.items ?? []),
    placeholderData: keepPreviousData,
  });
}

/** A schedule with its latest and next firings; loaded again after each firing. */
export function scheduleQuery({ id, client }: Workspace, scheduleId: string) {
  return queryOptions({
    queryKey: [id, 'schedule', scheduleId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/schedules/{schedule_id}', { params: { path: { schedule_id: scheduleId } }, signal }),
      ),
    refetchInterval: ({ state }) => msUntilFired(state.data === undefined ? [] : [state.data]),
  });
}

/** The experiment of a firing without its conversation ids, null if it was deleted; polled while it is running. */
export function firedExperimentQuery({ id, client }: Workspace, experimentId: string) {
  return queryOptions({
    queryKey: [id, 'fired-experiment', experimentId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}', {
          params: { path: { experiment_id: experimentId }, query: { omit: 'conversation_ids' } },
          signal,
        }),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: ({ state }) =>
      pollWhile(state.data !== undefined && state.data !== null && isOpen(state.data), pollMs.expensive),
  });
}

/** Creates a schedule, idempotent by key. */
export function useCreateSchedule() {
  const { client } = useWorkspace();
  const cache = useCacheSchedule();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateSchedule; key: string }) =>
      read(client.POST('/v1/schedules', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: cache,
  });
}

/** Pauses a schedule, or resumes a paused one. */
export function useSetPaused(scheduleId: string) {
  const { client } = useWorkspace();
  const cache = useCacheSchedule();
  const params = { params: { path: { schedule_id: scheduleId } } };
  return useMutation({
    mutationFn: (isPaused: boolean) =>
      read(
        isPaused
          ? client.POST('/v1/schedules/{schedule_id}/pause', params)
          : client.POST('/v1/schedules/{schedule_id}/resume', params),
      ),
    onSuccess: cache,
  });
}

/** Deletes a schedule; `leave` navigates away from its page. */
export function useDeleteSchedule(scheduleId: string, leave?: () => void | Promise<void>) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(client.DELETE('/v1/schedules/{schedule_id}', { params: { path: { schedule_id: scheduleId } } })),
    onSuccess: async () => {
      const lists = { queryKey: [id, 'schedules'] };
      queries.setQueriesData<GetResponse<'/v1/schedules'>>(
        lists,
        (page) => page && { ...page, items: page.items.filter((it) => it.id !== scheduleId) },
      );
      // Leave before clearing the cache, or the page would request it again.
      await leave?.();
      queries.removeQueries({ queryKey: [id, 'schedule', scheduleId] });
      await queries.invalidateQueries(lists);
    },
  });
}

/** Caches the returned schedule and loads the lists again. */
function useCacheSchedule() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (schedule: Schedule) => {
    queries.setQueryData([id, 'schedule', schedule.id], schedule);
    void queries.invalidateQueries({ queryKey: [id, 'schedules'] });
  };
}
