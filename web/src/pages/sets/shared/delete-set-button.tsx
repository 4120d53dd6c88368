import type { ConversationSet } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { DeleteButton } from '../../../workspace/delete-button';
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
  return (
    <DeleteButton name={set.name} deletion={useDeleteSet(set.id, onDeleted)} isInRow={isInRow}>
      This deletes {pluralize(set.version, 'version')}. Conversations and experiments stay.
    </DeleteButton>
  );
}
