import { useState } from 'react';
import type { IssueConfig } from '../../../api/types';
import { type IssueConfigDraft, type IssueConfigEdit, isChanged, openEdit } from './issue-config-draft';
import { getConfigErrors } from './issue-config-errors';
import { useSaveIssueConfig } from './issue-config-queries';

/** What somebody types over the newest version known, `saved`; a version that comes meanwhile takes none of it away. */
export function useIssueConfigEdit(saved: IssueConfig) {
  const [begun, setBegun] = useState<IssueConfigEdit | null>(null);
  const saving = useSaveIssueConfig();
  const edit = openEdit(begun, saved);
  const { base, draft } = edit;
  // Rows are numbered anew with each version: those of another one are no longer what was sent.
  const sent = saving.variables?.base.version === base.version ? saving.variables.draft : null;
  return {
    draft,
    isDirty: isChanged(draft, base),
    /** Whether there is a version that what is typed does not know of. */
    isOutdated: saved.version > base.version,
    isSaving: saving.isPending,
    errors: getConfigErrors(sent === null ? null : saving.error, sent ?? draft),
    change: (changes: Partial<IssueConfigDraft>) => setBegun({ base, draft: { ...draft, ...changes } }),
    /** Keeps what is typed, as a change of the newest version. */
    rebase: () => setBegun({ base: saved, draft }),
    discard: () => {
      saving.reset();
      setBegun(null);
    },
    save: () =>
      saving.mutate(edit, {
        // What was typed while it was on its way changes the version that it made.
        onSuccess: (made) =>
          setBegun((now) => (now === null || now.draft === draft ? null : { base: made, draft: now.draft })),
      }),
  };
}
