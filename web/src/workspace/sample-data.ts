import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../api/client';
import { useWorkspace, type Workspace } from './workspace';

/** The number of stored sample conversations. */
export function sampleDataQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'sample-data'],
    queryFn: async ({ signal }) => (await read(client.GET('/v1/sample-data', { signal }))).conversation_count,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How many sample conversations are stored; 0 until that is known. */
export function useSampleCount(): number {
  return useQuery(sampleDataQuery(useWorkspace())).data ?? 0;
}

/** Stores the sample conversations, or deletes them. All pages are loaded again, then `onDone` is called. */
export function useSampleData(action: 'load' | 'delete', onDone?: () => void) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<unknown> =>
      action === 'load'
        ? read(client.POST('/v1/sample-data', { body: { story: 'shop' } }))
        : read(client.DELETE('/v1/sample-data')),
    onSettled: async (_data, error) => {
      await queries.invalidateQueries({ queryKey: [id] });
      if (error === null) onDone?.();
    },
  });
}
