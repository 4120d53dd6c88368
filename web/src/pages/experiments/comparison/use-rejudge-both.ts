import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/client';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import { useWorkspace } from '../../../workspace/workspace';

/** Judges the replies of two experiments again; a repeated try after an error starts neither twice. */
export function useRejudgeBoth(
  firstId: string,
  secondId: string,
  onStarted: (ids: [string, string]) => void | Promise<void>,
) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  const [keys] = useState(() => [createIdempotencyKey(), createIdempotencyKey()] as const);
  const start = (experimentId: string, key: string) =>
    read(
      client.POST('/v1/experiments/{experiment_id}/rejudge', {
        params: { path: { experiment_id: experimentId }, header: { 'Idempotency-Key': key } },
        body: {},
      }),
    );
  return useMutation({
    mutationFn: async (): Promise<[string, string]> => {
      const first = await start(firstId, keys[0]);
      const second = await start(secondId, keys[1]);
      return [first.id, second.id];
    },
    onSuccess: async (ids) => {
      void queries.invalidateQueries({ queryKey: [id, 'experiments'] });
      await onStarted(ids);
    },
  });
}
