import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useWorkspace } from './workspace';

/** The 100 newest evaluators of the workspace. */
export function useEvaluators() {
  const { id, client } = useWorkspace();
  return useQuery({
    queryKey: [id, 'evaluators'],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/evaluators', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
  });
}
