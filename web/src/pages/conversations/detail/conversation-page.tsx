import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { conversationQuery } from '../../../workspace/conversation-query';
import { useListHref } from '../../../workspace/use-list-href';
import { useWorkspace } from '../../../workspace/workspace';
import { ConversationHeader } from './conversation-header';
import { ConversationView } from './conversation-view';

/** A conversation with its messages and issues. */
export function ConversationPage() {
  const { conversationId = '' } = useParams();
  const listAddress = useListHref('conversations');
  const { data, error, refetch } = useQuery(conversationQuery(useWorkspace(), conversationId));
  if (data !== undefined) {
    return (
      <>
        <ConversationHeader conversation={data} />
        <ConversationView key={data.id} conversation={data} />
      </>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Conversation not found" isPage>
        <p>It was deleted, or its retention period has ended.</p>
        <Link to={listAddress}>Go to conversations</Link>
      </EmptyState>
    );
  }
  return error === null ? (
    <Loading label="Loading conversation" rows={18} />
  ) : (
    <ErrorNotice error={error} onRetry={refetch} />
  );
}
