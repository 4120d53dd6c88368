import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { AddSetVersion, ConversationSet, CreateSet } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

const PAGE_SIZE = 20;

/** A page of sets in their latest version, newest first. */
export function setsQuery({ id, client }: Workspace, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'sets', cursor],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/sets', { params: { query: { limit: PAGE_SIZE, cursor } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** A page of the versions of a set, latest first. */
export function setVersionsQuery({ id, client }: Workspace, setId: string, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'set', setId, 'versions', cursor],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/sets/{set_id}/versions', {
          params: { path: { set_id: setId }, query: { limit: PAGE_SIZE, cursor } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The latest version of a set. */
export function setQuery({ id, client }: Workspace, setId: string) {
  return queryOptions({
    queryKey: [id, 'set', setId],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/sets/{set_id}', { params: { path: { set_id: setId } }, signal })),
  });
}

/** The conversations of a version; of a live one as they are now. */
export function setConversationsQuery({ id, client }: Workspace, setId: string, version: number) {
  return queryOptions({
    queryKey: [id, 'set', setId, 'conversations', version],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/sets/{set_id}/versions/{version}/conversations', {
          params: { path: { set_id: setId, version } },
          signal,
        }),
      ),
  });
}

/** The conversations with these ids, by id. Without the condition of the type, those of experiments would be left out. */
export function listedConversationsQuery({ id, client }: Workspace, ids: readonly string[]) {
  return queryOptions({
    queryKey: [id, 'conversations', ids],
    queryFn: async ({ signal }) => {
      const filter = `conversation_id:(${ids.join(' OR ')}) AND conversation_type:*`;
      const query = { filter, limit: ids.length };
      const { items } = await read(client.GET('/v1/conversations', { params: { query }, signal }));
      return new Map(items.map((conversation) => [conversation.id, conversation]));
    },
  });
}

/** Creates a set, idempotent by key. */
export function useCreateSet() {
  const { client } = useWorkspace();
  const refresh = useRefreshSets();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateSet; key: string }) =>
      read(client.POST('/v1/sets', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: refresh,
  });
}

/** Creates the next version of a set, idempotent by key. */
export function useAddSetVersion(setId: string) {
  const { client } = useWorkspace();
  const refresh = useRefreshSets();
  return useMutation({
    mutationFn: ({ body, key }: { body: AddSetVersion; key: string }) =>
      read(
        client.POST('/v1/sets/{set_id}/versions', {
          params: { path: { set_id: setId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    onSuccess: refresh,
  });
}

/** Deletes a set with its versions; `leave` navigates away from its page. */
export function useDeleteSet(setId: string, leave?: () => void | Promise<void>) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.DELETE('/v1/sets/{set_id}', { params: { path: { set_id: setId } } })),
    onSuccess: async () => {
      // Leave before clearing the cache, or the page would request it again.
      await leave?.();
      queries.removeQueries({ queryKey: [id, 'set', setId] });
      await queries.invalidateQueries({ queryKey: [id, 'sets'] });
    },
  });
}

/** Caches a new version as the latest one of its set and refetches the lists. */
function useRefreshSets() {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  return (set: ConversationSet) => {
    queries.setQueryData([id, 'set', set.id], set);
    void queries.invalidateQueries({ queryKey: [id, 'set', set.id, 'versions'] });
    void queries.invalidateQueries({ queryKey: [id, 'sets'] });
  };
}
