import { useQuery } from '@tanstack/react-query';
import { useIdentity } from '../../../api/session';
import { formatTime } from '../../../text/times';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { Dialog } from '../../../ui/dialog';
import { EmptyPage } from '../../../ui/empty-page';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { Pagination } from '../../../ui/pagination';
import { Term } from '../../../ui/term';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { queuesQuery } from '../shared/queue-queries';
import { CreateQueueForm } from './create-queue-form';
import { QueueTable } from './queue-table';
import styles from './review-home.module.css';
import { usePreviousVisit } from './use-previous-visit';

/** Review queues, and the findings that are new. */
export function ReviewHome() {
  const workspace = useWorkspace();
  const { canWrite } = workspace;
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, isPlaceholderData, refetch } = useQuery(queuesQuery(workspace, cursor));
  const close = () => change({ create: null }, { replace: true });
  return (
    <>
      <PageHeader
        title="Review"
        facts={
          <>
            <Term id="review queue">What is a queue?</Term>
            <Term id="blind review">What is a blind review?</Term>
          </>
        }
        actions={
          canWrite && (
            <Button variant="primary" onPress={() => change({ create: '1' })}>
              New queue
            </Button>
          )
        }
      />
      {canWrite && <FindingLinks />}
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading review queues" rows={8} />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData}>
          {data.items.length > 0 && <QueueTable queues={data.items} />}
          {data.items.length === 0 && cursor !== null && <EmptyPage />}
          {data.items.length === 0 && cursor === null && (
            <EmptyState
              title="No review queues yet"
              {...(canWrite && {
                actions: <Button onPress={() => change({ create: '1' })}>Create the first queue</Button>,
              })}
            >
              <p>
                A queue shares replies among reviewers. A random sample can correct the rates of an evaluator.
              </p>
            </EmptyState>
          )}
          <Pagination
            label="queues"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </div>
      )}
      {canWrite && (
        <Dialog title="New review queue" isOpen={search.get('create') === '1'} onClose={close}>
          <CreateQueueForm onCancel={close} onCreated={close} />
        </Dialog>
      )}
    </>
  );
}

/** Links to findings without a review: all of them, and those since the last visit. */
function FindingLinks() {
  const { id, href } = useWorkspace();
  const userId = useIdentity().data?.user?.id ?? '';
  const previous = usePreviousVisit(`${id}/${userId}`);
  const linkTo = (filter: string) => `${href('review')}?${new URLSearchParams({ filter })}`;
  return (
    <p className={styles.links}>
      <ButtonLink to={linkTo('NOT review:*')}>Review findings</ButtonLink>
      {previous !== null && (
        <ButtonLink to={linkTo(`NOT review:* AND created_at >= ${previous}`)}>
          New since your last visit ({formatTime(previous)})
        </ButtonLink>
      )}
    </p>
  );
}
