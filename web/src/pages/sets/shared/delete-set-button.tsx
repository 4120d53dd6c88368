import { useState } from 'react';
import type { ConversationSet } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useWorkspace } from '../../../workspace/workspace';
import { useDeleteSet } from './set-queries';

interface DeleteSetButtonProps {
  set: ConversationSet;
  /** In a table row: a button without border. */
  isInRow?: boolean;
  /** Called after deletion to leave the page. */
  onDeleted?: () => void | Promise<void>;
}

/** Deletes a set after a confirmation. */
export function DeleteSetButton({ set, isInRow = false, onDeleted }: DeleteSetButtonProps) {
  const { canWrite } = useWorkspace();
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useDeleteSet(set.id, onDeleted);
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant={isInRow ? 'quiet' : 'danger'}
        onPress={() => setConfirming(true)}
        {...(isInRow ? { 'aria-label': `Delete: ${set.name}` } : {})}
      >
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete “${set.name}”?`}
        action="Delete"
        isOpen={isConfirming}
        isPending={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onClose={() => setConfirming(false)}
      >
        This deletes {pluralize(set.version, 'version')}. Conversations and experiments stay. This action
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}
