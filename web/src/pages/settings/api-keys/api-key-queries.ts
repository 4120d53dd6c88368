import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { CreateApiKey } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

/** One page of the keys that the signed-in person may see, of all their workspaces, newest first. */
export function apiKeysQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'api-keys', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/api-keys', { params: { query: { limit: 50, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Makes a key; the answer alone has the whole of it. */
export function useCreateApiKey() {
  const { client } = useWorkspace();
  const reload = useReloadApiKeys();
  return useMutation({
    mutationFn: (body: CreateApiKey) => read(client.POST('/v1/api-keys', { body })),
    // Not waited for: the key is shown at once, or it could be lost with the form.
    onSuccess: () => {
      void reload();
    },
    // The secret is not to outlive the dialog that shows it.
    gcTime: 0,
  });
}

/** Returns a function that revokes a key and then reloads the list. */
export function useRevokeApiKey() {
  const { client } = useWorkspace();
  const reload = useReloadApiKeys();
  return async (keyId: string) => {
    await read(client.DELETE('/v1/api-keys/{id}', { params: { path: { id: keyId } } }));
    await reload();
  };
}

function useReloadApiKeys() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [id, 'api-keys'] });
}
