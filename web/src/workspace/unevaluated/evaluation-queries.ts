import { queryOptions, useMutation } from '@tanstack/react-query';
import { read } from '../../api/client';
import { createIdempotencyKey } from '../../api/idempotency-key';
import { pollWhile } from '../../api/polling';
import type { CreateEvaluation } from '../../api/types';
import { useWorkspace, type Workspace } from '../workspace';

/** The conversations whose replies are to be evaluated. */
export type EvaluationSource = Pick<CreateEvaluation, 'conversation_ids' | 'filter'>;

/** What an evaluation would do and cost. */
export function estimateQuery({ id, client }: Workspace, source: EvaluationSource) {
  return queryOptions({
    queryKey: [id, 'evaluation-estimate', source],
    queryFn: ({ signal }) =>
      read(client.POST('/v1/evaluations', { body: { ...source, dry_run: true }, signal })),
    staleTime: 0,
  });
}

export function useEvaluate() {
  const { client } = useWorkspace();
  return useMutation({
    mutationFn: (source: EvaluationSource) =>
      read(
        client.POST('/v1/evaluations', {
          body: source,
          params: { header: { 'Idempotency-Key': createIdempotencyKey() } },
        }),
      ),
  });
}

/** The progress of an evaluation; polled until it ends. */
export function evaluationQuery({ id, client }: Workspace, evaluationId: string) {
  return queryOptions({
    queryKey: [id, 'evaluation', evaluationId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/evaluations/{evaluation_id}', {
          params: { path: { evaluation_id: evaluationId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => pollWhile(data === undefined || data.status === 'running'),
  });
}
