import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Workspace } from '../../../workspace/workspace';

/** How many conversations an effect needs; disabled for null. */
export function sampleSizeQuery({ id, client }: Workspace, effect: number | null) {
  return queryOptions({
    queryKey: [id, 'sample-size', effect],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/experiments/plan', { params: { query: { min_effect: effect ?? 0.05 } }, signal })),
    enabled: effect !== null,
    placeholderData: keepPreviousData,
  });
}
