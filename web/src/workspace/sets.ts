import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useWorkspace } from './workspace';

/** The 100 newest sets of the workspace, in their latest version. */
export function useSets() {
  const { id, client } = useWorkspace();
  return useQuery({
    queryKey: [id, 'sets', 'newest'],
    queryFn: ({ signal }) => read(client.GET('/v1/sets', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
  });
}
