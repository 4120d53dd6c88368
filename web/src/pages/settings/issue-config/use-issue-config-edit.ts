import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { read } from '../../../api/client';
import type { IssueConfig } from '../../../api/types';
import { useWorkspace } from '../../../workspace/workspace';
import {
  type IssueConfigDraft,
  type IssueConfigEdit,
  isChanged,
  openEdit,
  toSaveIssueConfig,
} from './issue-config-draft';
import { getConfigErrors } from './issue-config-errors';

/**
 * The edit of the newest known version, `saved`. A newer version does not discard what the user has typed.
 */
export function useIssueConfigEdit(saved: IssueConfig) {
  const [current, setCurrent] = useState<IssueConfigEdit | null>(null);
  const saving = useSaveIssueConfig();
  const edit = openEdit(current, saved);
  const { base, draft } = edit;
  // Rows are renumbered with each version, so errors apply only to the version that was submitted.
  const sent = saving.variables?.base.version === base.version ? saving.variables.draft : null;
  return {
    draft,
    isDirty: isChanged(draft, base),
    /** Whether a newer version exists than the edit is based on. */
    isOutdated: saved.version > base.version,
    isSaving: saving.isPending,
    errors: getConfigErrors(sent === null ? null : saving.error, sent ?? draft),
    change: (changes: Partial<IssueConfigDraft>) => setCurrent({ base, draft: { ...draft, ...changes } }),
    /** Bases the edit on the newest version. */
    rebase: () => setCurrent({ base: saved, draft }),
    discard: () => {
      saving.reset();
      setCurrent(null);
    },
    save: () =>
      saving.mutate(edit, {
        // What was typed during the request becomes an edit of the new version.
        onSuccess: (made) =>
          setCurrent((now) =>
            now === null || now.draft === draft ? null : { base: made, draft: now.draft },
          ),
      }),
  };
}

/** Saves an edit as a new version. On a conflict, loads the newer version instead. */
function useSaveIssueConfig() {
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
