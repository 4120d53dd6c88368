import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

/** The random samples among the 100 newest review queues. */
export function samplesQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'review-queues', 'newest'],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/review-queues', { params: { query: { limit: 100 } }, signal })),
    select: ({ items }) => items.filter(({ source }) => 'sample' in source),
  });
}

/** How many reviews of a sample a calibration would be fitted to. */
export function sampleProgressQuery({ id, client }: Workspace, queueId: string, evaluatorId: string) {
  return queryOptions({
    queryKey: [id, 'review-queues', queueId, 'calibration-sample', evaluatorId],
    queryFn: ({ signal }) => {
      const params = { path: { queue_id: queueId }, query: { evaluator_id: evaluatorId } };
      return read(client.GET('/v1/review-queues/{queue_id}/calibration-sample', { params, signal }));
    },
  });
}

/** A page of the calibrations of an evaluator, newest first. */
export function calibrationsQuery({ id, client }: Workspace, evaluatorId: string, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'calibrations', evaluatorId, cursor],
    queryFn: ({ signal }) => {
      const query = { limit: 20, cursor, evaluator_id: evaluatorId };
      return read(client.GET('/v1/calibrations', { params: { query }, signal }));
    },
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === evaluatorId ? before : undefined),
  });
}

/** What the threshold of a preference would change; disabled for null. */
export function effectQuery({ id, client }: Workspace, calibrationId: string, share: number | null) {
  return queryOptions({
    // A calibration never changes, so its effect does not either.
    queryKey: [id, 'threshold-effect', calibrationId, share],
    queryFn: ({ signal }) => {
      const path = { calibration_id: calibrationId };
      const query = { max_flagged_clean_share: share ?? 0 };
      return read(
        client.GET('/v1/calibrations/{calibration_id}/effect', { params: { path, query }, signal }),
      );
    },
    enabled: share !== null,
  });
}

export function useFitCalibration(evaluatorId: string) {
  const { client } = useWorkspace();
  const reload = useReloadCalibrations();
  return useMutation({
    mutationFn: ({ queueId, key }: { queueId: string; key: string }) => {
      const body = { queue_id: queueId, evaluator_id: evaluatorId };
      return read(client.POST('/v1/calibrations', { body, params: { header: { 'Idempotency-Key': key } } }));
    },
    onSuccess: reload,
  });
}

/** Turns a calibration on, with the threshold of a preference; null: without one. */
export function useActivateCalibration(calibrationId: string) {
  const { client } = useWorkspace();
  const reload = useReloadCalibrations();
  return useMutation({
    mutationFn: (share: number | null) => {
      const body = { max_flagged_clean_share: share };
      const params = { path: { calibration_id: calibrationId } };
      return read(client.POST('/v1/calibrations/{calibration_id}/activate', { body, params }));
    },
    onSuccess: reload,
  });
}

export function useDeactivateCalibration(calibrationId: string) {
  const { client } = useWorkspace();
  const reload = useReloadCalibrations();
  return useMutation({
    mutationFn: () => {
      const params = { path: { calibration_id: calibrationId } };
      return read(client.POST('/v1/calibrations/{calibration_id}/deactivate', { params }));
    },
    onSuccess: reload,
  });
}

function useReloadCalibrations() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [id, 'calibrations'] });
}
