import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Finding, Message } from '../../../api/types';
import { conversationQuery } from '../../../workspace/conversation-query';
import { useWorkspace } from '../../../workspace/workspace';
import { findingsOfReplyQuery, type ReviewItem, replyQuery } from './review-queries';

/** What is shown of an item. */
export interface ReviewedReply {
  item: ReviewItem;
  reply: Message;
  /** Before the reply. */
  messages: readonly Message[];
  findings: readonly Finding[];
}

/** Items that are loaded ahead, so that the next one is shown at once. */
const LOADED_AHEAD = 2;

/** Loads an item and those after it; in blind mode nothing of the evaluator is read. */
export function useReply(item: ReviewItem | null, following: readonly ReviewItem[], isBlind: boolean) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const { conversationId = '', messageId = '' } = item ?? {};
  const omit = isBlind ? 'evaluations' : null;
  const readsFindings = !isBlind && item?.findings === null;
  const conversation = useQuery({
    ...conversationQuery(workspace, conversationId, omit),
    enabled: item !== null,
  });
  const reply = useQuery({ ...replyQuery(workspace, messageId), enabled: item !== null });
  const findings = useQuery({
    ...findingsOfReplyQuery(workspace, { conversationId, messageId }),
    enabled: readsFindings,
  });

  useEffect(() => {
    for (const next of following.slice(0, LOADED_AHEAD)) {
      void queries.prefetchQuery(conversationQuery(workspace, next.conversationId, omit));
      void queries.prefetchQuery(replyQuery(workspace, next.messageId));
      if (!isBlind && next.findings === null)
        void queries.prefetchQuery(findingsOfReplyQuery(workspace, next));
    }
  }, [following, workspace, queries, isBlind, omit]);

  const known = isBlind ? none : (item?.findings ?? findings.data);
  const data: ReviewedReply | null =
    item === null || conversation.data === undefined || reply.data === undefined || known === undefined
      ? null
      : {
          item,
          reply: reply.data,
          messages: conversation.data.messages.filter(
            (it) => it.sequence_number < reply.data.sequence_number,
          ),
          findings: known,
        };
  const error = conversation.error ?? reply.error ?? (readsFindings ? findings.error : null);
  const retry = () => {
    for (const query of [conversation, reply, findings]) if (query.error !== null) void query.refetch();
  };
  return { data, error, retry };
}

const none: readonly Finding[] = [];
