import { queryOptions, useMutation } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

/** The usage of the limits of the workspace. */
export function usageQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'usage'],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/workspaces/{id}/usage', { params: { path: { id } }, signal })),
  });
}

/** Deletes the workspace; its name is the confirmation. */
export function useDeleteWorkspace() {
  const { id, client } = useWorkspace();
  return useMutation({
    mutationFn: (confirm: string) =>
      read(client.DELETE('/v1/workspaces/{id}', { params: { path: { id }, query: { confirm } } })),
  });
}

/** The progress of the deletion; polled until it completes. */
export function deletionQuery({ id, client }: Workspace, isEnabled: boolean) {
  return queryOptions({
    queryKey: [id, 'deletion'],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/workspaces/{id}/deletion', { params: { path: { id } }, signal })),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => pollWhile(data?.status !== 'completed', pollMs.brief),
  });
}
