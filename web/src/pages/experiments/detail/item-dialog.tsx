import { useQuery } from '@tanstack/react-query';
import type { Experiment, ExperimentItem } from '../../../api/types';
import type { readSpan } from '../../../text/finding-links';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { itemQuery } from '../shared/item-queries';
import styles from './experiment.module.css';
import { describeSample, questionOf } from './item-columns';
import { ItemDetail } from './item-detail';

interface ItemDialogProps {
  experiment: Experiment;
  itemId: string;
  /** A span to show in the new reply. */
  span: ReturnType<typeof readSpan>;
  /** The loaded items in the order of the list, for the previous and next buttons. */
  items: readonly ExperimentItem[];
  /** Null closes it. */
  onOpen: (item: ExperimentItem | null) => void;
  onNearEnd?: () => void;
}

/** An item in a dialog above the list, which does not scroll. */
export function ItemDialog({ experiment, itemId, span, items, onOpen, onNearEnd }: ItemDialogProps) {
  const workspace = useWorkspace();
  const listState = useListState(experiment.name);
  const { data, error, refetch } = useQuery(itemQuery(workspace, experiment.id, itemId));
  const index = items.findIndex(({ id }) => id === itemId);
  const before = items[index - 1];
  const after = index === -1 ? undefined : items[index + 1];
  const showItem = (item: ExperimentItem | undefined) => {
    if (item === undefined) return;
    onOpen(item);
    if (index > items.length - 10) onNearEnd?.();
  };
  return (
    <Dialog
      title={data === undefined ? 'Item' : titleOf(data, experiment)}
      isOpen
      isWide
      onClose={() => onOpen(null)}
    >
      {data !== undefined && <ItemDetail experiment={experiment} item={data} span={span} />}
      {data === undefined && error === null && <Loading label="Loading item" />}
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      <DialogActions>
        {data !== undefined && (
          <span className={styles.first}>
            <ButtonLink
              variant="quiet"
              to={workspace.href(`conversations/${data.conversation_id}`)}
              state={listState}
            >
              Open conversation
            </ButtonLink>
          </span>
        )}
        <Button isDisabled={before === undefined} onPress={() => showItem(before)}>
          Previous
        </Button>
        <Button isDisabled={after === undefined} onPress={() => showItem(after)}>
          Next
        </Button>
        <Button variant="primary" onPress={() => onOpen(null)}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function titleOf(item: ExperimentItem, experiment: Experiment): string {
  const sample = describeSample(item, experiment);
  return sample === null ? questionOf(item) : `${questionOf(item)} (sample ${sample})`;
}
