import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { EstimateExperiment } from '../../../api/types';
import type { Workspace } from '../../../workspace/workspace';

/**
 * What an experiment would cost; disabled for null. The request is aborted once another one replaces it. Not cached: a
 * body may have 10,000 ids, and the stored evaluations change.
 */
export function estimateQuery({ id, client }: Workspace, body: EstimateExperiment | null) {
  return queryOptions({
    queryKey: [id, 'estimate', body],
    queryFn: ({ signal }) =>
      read(client.POST('/v1/experiments/estimate', { body: body as EstimateExperiment, signal })),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
