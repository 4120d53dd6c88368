import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import { identityKey } from '../../../api/session';
import type { UpdateWorkspace, WorkspaceSettings } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';

/** The settings of the workspace; polled while a changed retention is applied. */
export function workspaceQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'workspace'],
    queryFn: ({ signal }) => read(client.GET('/v1/workspaces/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => pollWhile(isRetentionPending(data), pollMs.brief),
  });
}

function isRetentionPending(workspace: WorkspaceSettings | undefined): boolean {
  return workspace?.retention_progress != null && workspace.retention_progress.status !== 'completed';
}

/** Updates the settings and reloads the identity, which contains the workspace name. */
export function useUpdateWorkspace() {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWorkspace) =>
      read(client.PATCH('/v1/workspaces/{id}', { body, params: { path: { id } } })),
    onSuccess: (saved) => {
      queries.setQueryData([id, 'workspace'], saved);
      void queries.invalidateQueries({ queryKey: identityKey });
    },
  });
}

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
