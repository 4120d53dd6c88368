import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import { pollMs, pollWhile } from '../api/polling';
import type { ListedConversation } from '../api/types';
import { pluralize } from '../text/wording';
import { isSample } from './sample-data';
import { useWorkspace, type Workspace } from './workspace';

/** Online evaluation begins within a minute. */
const EVALUATION_LIMIT_MS = 120_000;

/** The newest conversation; null in an empty workspace. */
function newestQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'newest-conversation'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1 };
      return (await read(client.GET('/v1/conversations', { params: { query }, signal }))).items[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the workspace has no conversations; undefined until that is known. */
export function useIsEmpty(): boolean | undefined {
  const { data } = useQuery(newestQuery(useWorkspace()));
  return data === undefined ? undefined : data === null;
}

export type Arrival =
  | { state: 'waiting' }
  | { state: 'arrived'; conversation: ListedConversation; isEvaluated: boolean };

/**
 * The arrival of the first conversation of a workspace without traffic, and of its evaluation; null in a workspace that
 * had some when the dashboard was opened. Pages are loaded again when it changes.
 */
export function useArrival(): Arrival | null {
  const workspace = useWorkspace();
  const { id } = workspace;
  const queries = useQueryClient();
  const [wasEmpty, setWasEmpty] = useState(false);
  const { data } = useQuery({
    ...newestQuery(workspace),
    refetchInterval: ({ state }) => pollWhile(wasEmpty && isIncomplete(state.data), pollMs.progress),
  });
  const arrived = data != null && isSample(data) ? null : data;
  const progress = arrived == null ? arrived : `${arrived.id} ${isEvaluated(arrived)}`;
  useEffect(() => {
    if (progress === null) setWasEmpty(true);
    else if (wasEmpty) {
      void queries.invalidateQueries({
        predicate: ({ queryKey: [workspaceId, name] }) =>
          workspaceId === id && name !== 'newest-conversation',
      });
    }
  }, [progress, wasEmpty, queries, id]);
  if (!wasEmpty || arrived === undefined) return null;
  if (arrived === null) return { state: 'waiting' };
  return { state: 'arrived', conversation: arrived, isEvaluated: isEvaluated(arrived) };
}

function isIncomplete(newest: ListedConversation | null | undefined): boolean {
  if (newest == null || isSample(newest)) return true;
  return !isEvaluated(newest) && Date.now() - Date.parse(newest.created_at) < EVALUATION_LIMIT_MS;
}

function isEvaluated(conversation: ListedConversation): boolean {
  return conversation.evaluated_message_count + conversation.not_judgeable_message_count > 0;
}

/** What has arrived, in a sentence. */
export function describeArrival(arrival: Arrival): string {
  if (arrival.state === 'waiting') return 'Waiting for the first conversation.';
  const { issue_count: count } = arrival.conversation;
  if (!arrival.isEvaluated) return 'The first conversation has arrived.';
  return count === null
    ? 'The first conversation has arrived. It cannot be judged.'
    : `The first conversation has arrived: ${count === 0 ? 'no issue' : pluralize(count, 'issue')} found.`;
}
