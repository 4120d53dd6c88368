import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../api/client';
import type { CreateApiKey } from '../api/types';
import { useWorkspace, type Workspace } from './workspace';

/** A page of the keys that the user may see in all their workspaces, newest first. */
export function apiKeysQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'api-keys', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/api-keys', { params: { query: { limit: 50, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Creates a key; only this response contains it in full. */
export function useCreateApiKey() {
  const { client } = useWorkspace();
  const reload = useReloadApiKeys();
  return useMutation({
    mutationFn: (body: CreateApiKey) => read(client.POST('/v1/api-keys', { body })),
    // Not awaited: the key has to appear immediately, or closing the form could lose it.
    onSuccess: () => {
      void reload();
    },
    // Drop the secret together with the dialog.
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
