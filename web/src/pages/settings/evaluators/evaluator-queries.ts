import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { ChangeEvaluator, CreateEvaluator } from '../../../api/types';
import { useWorkspace } from '../../../workspace/workspace';

export function useCreateEvaluator() {
  const { client } = useWorkspace();
  const reload = useReloadEvaluators();
  return useMutation({
    mutationFn: (body: CreateEvaluator) => read(client.POST('/v1/evaluators', { body })),
    onSuccess: reload,
  });
}

/** Changes an evaluator; a different name or configuration creates a new version. */
export function useChangeEvaluator(evaluatorId: string) {
  const { client } = useWorkspace();
  const reload = useReloadEvaluators();
  return useMutation({
    mutationFn: (body: ChangeEvaluator) =>
      read(client.PUT('/v1/evaluators/{id}', { body, params: { path: { id: evaluatorId } } })),
    onSuccess: reload,
  });
}

function useReloadEvaluators() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [id, 'evaluators'] });
}
