import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import type { ConversationDetail } from '../../../api/types';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { conversationQuery } from '../../../workspace/conversation-query';
import { UnevaluatedNotice } from '../../../workspace/unevaluated/unevaluated-notice';
import { useList } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './conversation.module.css';
import { ConversationHeader } from './conversation-header';
import { ConversationView } from './conversation-view';

/** Replies that no evaluator has judged. */
function countUnevaluated({ messages, evaluations }: ConversationDetail): number {
  const judged = new Set(evaluations.map(({ message_id }) => message_id));
  return messages.filter(({ id, role }) => role === 'assistant' && !judged.has(id)).length;
}

/** A conversation with its messages and issues. */
export function ConversationPage() {
  const { conversationId = '' } = useParams();
  const list = useList('Conversations', 'conversations');
  const { data, error, refetch } = useQuery(conversationQuery(useWorkspace(), conversationId));
  if (data !== undefined) {
    return (
      <>
        <ConversationHeader conversation={data} />
        <div className={styles.unevaluated}>
          <UnevaluatedNotice
            key={`unevaluated-${data.id}`}
            count={countUnevaluated(data)}
            source={{ conversation_ids: [data.id] }}
          />
        </div>
        <ConversationView key={data.id} conversation={data} />
      </>
    );
  }
  if (isNotFound(error)) {
    return (
      <EmptyState title="Conversation not found" isPage>
        <p>It was deleted, its retention period has ended, or the address is incomplete.</p>
        <Link to={list.to}>Go to {list.name.toLowerCase()}</Link>
      </EmptyState>
    );
  }
  return error === null ? (
    <Loading label="Loading conversation" rows={18} />
  ) : (
    <ErrorNotice error={error} onRetry={refetch} />
  );
}
