import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { issueConfigQuery } from '../../../workspace/issue-config';
import { useWorkspace } from '../../../workspace/workspace';
import { ReadOnly } from './read-only';
import { initialState } from './review-draft';
import type { ReviewItem } from './review-queries';
import { ReviewSession } from './review-session';
import { useItemSending } from './use-item-sending';
import { useConversationItems, useFilteredItems } from './use-listed-items';

/** Items from which on the next page is read. */
const NEAR_END = 10;

/** Reviews the findings that a filter selects. */
export function FilterReview({ filter }: { filter: string }) {
  const { href } = useWorkspace();
  const list = useFilteredItems(filter);
  const search = filter === '' ? '' : `?${new URLSearchParams({ filter })}`;
  return (
    <>
      <PageHeader
        title="Review findings"
        parent={{ name: 'Findings', to: href(`findings${search}`) }}
        facts={<code>{filter === '' ? 'All findings' : filter}</code>}
      />
      <ListedItems {...list} isBlind={false} end="All findings that this filter selects are reviewed" />
    </>
  );
}

/** Reviews the replies of one conversation. */
export function ConversationReview({
  conversationId,
  isBlind,
}: {
  conversationId: string;
  isBlind: boolean;
}) {
  const { href } = useWorkspace();
  const list = useConversationItems(conversationId, isBlind);
  return (
    <>
      <PageHeader
        title="Review conversation"
        parent={{ name: 'Conversation', to: href(`conversations/${conversationId}`) }}
      />
      <ListedItems {...list} isBlind={isBlind} end="All replies of the conversation are reviewed" />
    </>
  );
}

interface ListedItemsProps {
  items: readonly ReviewItem[];
  isComplete: boolean;
  error: Error | null;
  retry: () => void;
  loadMore?: () => void;
  isBlind: boolean;
  end: string;
}

function ListedItems({
  items,
  isComplete,
  error,
  retry,
  loadMore,
  isBlind,
  end,
}: ListedItemsProps): ReactNode {
  const workspace = useWorkspace();
  const config = useQuery(issueConfigQuery(workspace));
  const [state, setState] = useState(initialState);
  const [gone, setGone] = useState<ReadonlySet<string>>(() => new Set());
  const shown = items.filter(({ key }) => !gone.has(key));
  const sending = useItemSending({
    items: shown,
    state,
    setState,
    leaseOf: () => null,
    isBlind,
    onGone: ({ key }) => setGone((before) => new Set([...before, key])),
  });
  const at = shown.findIndex(({ key }) => key === state.itemKey);
  const unsent = shown.filter(({ key }) => !(key in state.sent)).length;
  const isNearEnd = !isComplete && (unsent < NEAR_END || at > shown.length - NEAR_END);
  useEffect(() => {
    if (isNearEnd && error === null) loadMore?.();
  }, [isNearEnd, error, loadMore]);

  if (error !== null && items.length === 0) return <ErrorNotice error={error} onRetry={retry} />;
  if (config.data === undefined) return <Loading label="Loading labels" rows={18} />;
  if (!workspace.canWrite) return <ReadOnly />;
  // The session stays when a later page cannot be read: it has reviews that are not sent.
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      <ReviewSession
        items={shown}
        isComplete={isComplete}
        state={state}
        setState={setState}
        sending={sending}
        labels={config.data.labels.map(({ name }) => name)}
        isBlind={isBlind}
        end={
          <EmptyState title={items.length === 0 ? 'There is nothing to review' : end}>
            <ButtonLink to={workspace.href('review')}>Go to review queues</ButtonLink>
          </EmptyState>
        }
      />
    </>
  );
}
