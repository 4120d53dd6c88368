import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Workspace } from '../../../workspace/workspace';

/** How many conversations an effect needs, with so many replies to each; disabled for null. */
export function sampleSizeQuery({ id, client }: Workspace, effect: number | null, samples: number | null) {
  return queryOptions({
    queryKey: [id, 'sample-size', effect, samples],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/plan', {
          params: { query: { min_effect: effect ?? 0.05, samples_per_item: samples ?? 1 } },
          signal,
        }),
      ),
    enabled: effect !== null && samples !== null,
    placeholderData: keepPreviousData,
  });
}
