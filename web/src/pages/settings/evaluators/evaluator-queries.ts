import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { ChangeEvaluator, CreateEvaluator } from '../../../api/types';
import { useWorkspace } from '../../../workspace/workspace';

export function useCreateEvaluator() {
  const { client } = useWorkspace();
  const readAnew = useReadEvaluatorsAnew();
  return useMutation({
    mutationFn: (body: CreateEvaluator) => read(client.POST('/v1/evaluators', { body })),
    onSuccess: readAnew,
  });
}

/** Changes an evaluator: another name or config makes a new version. */
export function useChangeEvaluator(evaluatorId: string) {
  const { client } = useWorkspace();
  const readAnew = useReadEvaluatorsAnew();
  return useMutation({
    mutationFn: (body: ChangeEvaluator) =>
      read(client.PUT('/v1/evaluators/{id}', { body, params: { path: { id: evaluatorId } } })),
    onSuccess: readAnew,
  });
}

function useReadEvaluatorsAnew() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [id, 'evaluators'] });
}
