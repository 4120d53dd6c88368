import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { CreateReviewQueue } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

export function queueQuery({ id, client }: Workspace, queueId: string) {
  return queryOptions({
    queryKey: [id, 'review-queues', queueId],
    queryFn: ({ signal }) => {
      const params = { path: { queue_id: queueId } };
      return read(client.GET('/v1/review-queues/{queue_id}', { params, signal }));
    },
  });
}

/** A page of the review queues, newest first. */
export function queuesQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'review-queues', 'page', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/review-queues', { params: { query: { limit: 20, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** How far the reviewers of a queue agree. */
export function agreementQuery({ id, client }: Workspace, queueId: string) {
  return queryOptions({
    queryKey: [id, 'review-queues', queueId, 'agreement'],
    queryFn: ({ signal }) => {
      const params = { path: { queue_id: queueId } };
      return read(client.GET('/v1/review-queues/{queue_id}/agreement', { params, signal }));
    },
  });
}

export function useCreateQueue() {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateReviewQueue; key: string }) =>
      read(client.POST('/v1/review-queues', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [id, 'review-queues'] }),
  });
}
