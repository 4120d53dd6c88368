import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { issueConfigQuery } from '../../../workspace/issue-config';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { queueQuery } from '../shared/queue-queries';
import { ReadOnly } from './read-only';
import { initialState } from './review-draft';
import type { ReviewItem } from './review-queries';
import { ReviewSession } from './review-session';
import type { Lease } from './send-reviews';
import { useClaimedItems } from './use-claimed-items';
import { useItemSending } from './use-item-sending';

/** Reviews the items of a queue; `?blind=1` hides what evaluators report. */
export function QueueReview() {
  const { queueId = '' } = useParams();
  const { search } = useSearch();
  const workspace = useWorkspace();
  const isBlind = search.get('blind') === '1';
  const { data: queue, error, refetch } = useQuery(queueQuery(workspace, queueId));
  const config = useQuery(issueConfigQuery(workspace));
  const parent = { name: 'Review', to: workspace.href('review') };
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (queue === undefined || config.data === undefined) return <Loading label="Loading queue" rows={18} />;
  return (
    <>
      <PageHeader
        title={queue.name}
        parent={parent}
        facts={
          <>
            <span>{queue.remaining_count.toLocaleString('en')} left when you began</span>
            {isBlind && <span>Blind</span>}
          </>
        }
      />
      {workspace.canWrite ? (
        <ClaimedItems
          queueId={queueId}
          isBlind={isBlind}
          labels={config.data.labels.map(({ name }) => name)}
        />
      ) : (
        <ReadOnly />
      )}
    </>
  );
}

function ClaimedItems({
  queueId,
  isBlind,
  labels,
}: {
  queueId: string;
  isBlind: boolean;
  labels: readonly string[];
}) {
  const { href } = useWorkspace();
  const [state, setState] = useState(initialState);
  const [leases] = useState(() => new Map<string, Lease>());
  const claimed = useClaimedItems(
    queueId,
    (key) => key in state.sent,
    (key) => key in state.acknowledged,
    (item) => sending.loseItem(item),
  );
  for (const { key, lease } of claimed.items) leases.set(key, lease);
  const sending = useItemSending({
    items: claimed.items,
    state,
    setState,
    leaseOf: ({ key }: ReviewItem) => leases.get(key) ?? null,
    isBlind,
    onGone: ({ key }) => claimed.remove(key),
  });
  return (
    <>
      {claimed.error !== null && <ErrorNotice error={claimed.error} onRetry={claimed.retry} />}
      <ReviewSession
        items={claimed.items}
        isComplete={claimed.isComplete}
        state={state}
        setState={setState}
        sending={sending}
        labels={labels}
        isBlind={isBlind}
        end={
          <EmptyState title="No more replies for you in this queue">
            <p>Others may still hold some. They are offered again when their leases expire.</p>
            <Button onPress={claimed.retry}>Check again</Button>
            <ButtonLink to={href('review')}>Go to review queues</ButtonLink>
          </EmptyState>
        }
      />
    </>
  );
}
