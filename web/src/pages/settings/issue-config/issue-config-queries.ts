import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error';
import { read } from '../../../api/client';
import { useWorkspace } from '../../../workspace/workspace';
import { type IssueConfigEdit, toSaveIssueConfig } from './issue-config-draft';

/** Saves an edit as a new version. On a conflict, loads the newer version instead. */
export function useSaveIssueConfig() {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (edit: IssueConfigEdit) =>
      read(client.PUT('/v1/issue-config', { body: toSaveIssueConfig(edit) })),
    onSuccess: (saved) => queries.setQueryData([id, 'issue-config'], saved),
    onError: (error) =>
      error instanceof ApiError && error.isOf('conflict')
        ? queries.invalidateQueries({ queryKey: [id, 'issue-config'] })
        : undefined,
  });
}
