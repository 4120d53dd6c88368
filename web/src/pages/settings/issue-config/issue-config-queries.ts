import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { SaveIssueConfig } from '../../../api/types';
import { useWorkspace, type Workspace } from '../../../app/workspace';

/** What counts as an issue in this workspace. */
export function issueConfigQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'issue-config'],
    queryFn: ({ signal }) => read(client.GET('/v1/issue-config', { signal })),
  });
}

/** Saves it as a new version. */
export function useSaveIssueConfig() {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveIssueConfig) => read(client.PUT('/v1/issue-config', { body })),
    onSuccess: (saved) => queries.setQueryData([id, 'issue-config'], saved),
  });
}
