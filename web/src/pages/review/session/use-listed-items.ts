import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../../../api/client';
import type { Finding } from '../../../api/types';
import { joinFilters } from '../../../text/filters';
import { conversationQuery } from '../../../workspace/conversation-query';
import { useWorkspace } from '../../../workspace/workspace';
import { eachOnce, type ReviewItem } from './review-queries';

const PAGE_SIZE = 100;

/** The replies with the findings that a filter selects, newest first; pages are read when they are needed. */
export function useFilteredItems(filter: string) {
  const { id, client } = useWorkspace();
  // Reviews change what a filter selects. The list of this visit stays as it was read.
  const [visit] = useState(() => Date.now());
  const query = useInfiniteQuery({
    queryKey: [id, 'reviewed-findings', filter, visit],
    queryFn: ({ signal, pageParam }) => {
      // Each of the equal findings of a conversation has a separate review; only a filter of conversations lists them.
      const each = joinFilters(filter, 'conversation_id:*');
      const params = { query: { filter: each, limit: PAGE_SIZE, cursor: pageParam } };
      return read(client.GET('/v1/findings', { params, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_page_cursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const items = useMemo(
    () => groupByReply(eachOnce(data?.pages.flatMap(({ items: page }) => page) ?? [])),
    [data],
  );
  return {
    items,
    isComplete: data !== undefined && !query.hasNextPage,
    error: query.error,
    retry: () => void (data === undefined ? query.refetch() : query.fetchNextPage()),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

export function groupByReply(listed: readonly Finding[]): ReviewItem[] {
  const replies = new Map<string, { conversationId: string; findings: Finding[] }>();
  for (const finding of listed) {
    const { message_id: messageId, conversation_id: conversationId } = finding;
    const reply = replies.get(messageId) ?? { conversationId, findings: [] };
    reply.findings.push(finding);
    replies.set(messageId, reply);
  }
  return [...replies].map(([messageId, reply]) => ({ key: messageId, messageId, ...reply }));
}

/** The replies of one conversation. */
export function useConversationItems(conversationId: string, isBlind: boolean) {
  const omit = isBlind ? 'evaluations' : null;
  const { data, error, refetch } = useQuery(conversationQuery(useWorkspace(), conversationId, omit));
  const items = useMemo(
    () =>
      (data?.messages ?? [])
        .filter(({ role }) => role === 'assistant')
        .map(({ id }): ReviewItem => ({ key: id, conversationId, messageId: id, findings: null })),
    [data, conversationId],
  );
  return { items, isComplete: data !== undefined, error, retry: () => void refetch() };
}
