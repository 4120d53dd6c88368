import { useState } from 'react';
import type { ListedReviewQueue } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import type { Column } from '../../../ui/columns';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { ProgressBar } from '../../../ui/progress-bar';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { ListEntry } from '../../../workspace/list-entry';
import styles from '../../../workspace/list-page.module.css';
import { useWorkspace } from '../../../workspace/workspace';
import { Agreement } from './agreement';

/** A page of review queues with their progress. */
export function QueueTable({ queues }: { queues: readonly ListedReviewQueue[] }) {
  const { href, canWrite } = useWorkspace();
  const [compared, setCompared] = useState<ListedReviewQueue | null>(null);
  const columns: Column<ListedReviewQueue>[] = [
    {
      id: 'name',
      header: 'Queue',
      isRowHeader: true,
      cell: (queue) => (
        <ListEntry name={queue.name} list="Review" path={`review/${queue.id}`}>
          <span>{describeSource(queue.source)}</span>
          <span>{pluralize(queue.reviewers_per_item, 'reviewer')} per reply</span>
        </ListEntry>
      ),
    },
    { id: 'left', header: 'Left for you', align: 'end', cell: (it) => formatCount(it.remaining_count) },
    {
      id: 'progress',
      header: 'Completed',
      cell: ({ completed_count: completed, item_count: total }) => (
        <div className={styles.progress}>
          <ProgressBar label="Replies" value={completed} total={total} failed={0} />
        </div>
      ),
    },
    { id: 'owner', header: 'Owner', cell: ({ owner }) => owner.name },
    createdColumn(({ created_at: at }) => at),
    actionsColumn((queue) => (
      <>
        {canWrite && (
          <ButtonLink
            variant="quiet"
            to={href(`review/${queue.id}?blind=1`)}
            aria-label={`Review ${queue.name} blind`}
          >
            Blind
          </ButtonLink>
        )}
        <Button variant="quiet" aria-label={`Agreement of ${queue.name}`} onPress={() => setCompared(queue)}>
          Agreement
        </Button>
      </>
    )),
  ];
  return (
    <>
      <Table label="Review queues" columns={columns} rows={queues} rowKey={({ id }) => id} />
      <Dialog
        title={`Agreement on “${compared?.name ?? ''}”`}
        isOpen={compared !== null}
        onClose={() => setCompared(null)}
        isWide
      >
        {compared !== null && <Agreement queueId={compared.id} />}
        <DialogActions>
          <Button variant="primary" onPress={() => setCompared(null)}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function describeSource(source: ListedReviewQueue['source']): string {
  if ('sample' in source) return `Random sample of ${formatCount(source.sample.size)}`;
  if ('disagreement' in source) return 'Disagreement of evaluators';
  if ('filter' in source) return `Filter: ${source.filter}`;
  return `Set: ${source.set}`;
}
