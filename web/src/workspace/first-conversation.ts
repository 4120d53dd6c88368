import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import { pollMs, pollWhile } from '../api/polling';
import type { ListedConversation } from '../api/types';
import { pluralize } from '../text/wording';
import { sampleDataQuery } from './sample-data';
import { useWorkspace, type Workspace } from './workspace';

/** Online evaluation begins within a minute. */
export const EVALUATION_LIMIT_MS = 120_000;

/** The newest conversation that is not sample data; null if there is none. */
function newestQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'newest-conversation'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, filter: 'tags.sample != shop' };
      return (await read(client.GET('/v1/conversations', { params: { query }, signal }))).items[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the workspace has no conversations, not even sample data; undefined until that is known. */
export function useIsEmpty(): boolean | undefined {
  const workspace = useWorkspace();
  const { data: newest } = useQuery(newestQuery(workspace));
  const { data: sampleCount } = useQuery(sampleDataQuery(workspace));
  if (newest === undefined || sampleCount === undefined) return undefined;
  return newest === null && sampleCount === 0;
}

export type Arrival =
  | { state: 'waiting' }
  | { state: 'arrived'; conversation: ListedConversation; isEvaluated: boolean };

/**
 * The arrival of the first conversation of a workspace without traffic, and of its evaluation; null in a workspace that
 * had some when the dashboard was opened. Sample data do not count. Pages are loaded again when it changes.
 */
export function useArrival(): Arrival | null {
  const workspace = useWorkspace();
  const { id } = workspace;
  const queries = useQueryClient();
  const [wasEmpty, setWasEmpty] = useState(false);
  // By the clock of this page: imported conversations have earlier times.
  const [arrivedAtMs, setArrivedAtMs] = useState<number | null>(null);
  const { data: arrived } = useQuery({
    ...newestQuery(workspace),
    refetchInterval: ({ state: { data } }) =>
      pollWhile(wasEmpty && isIncomplete(data, arrivedAtMs), pollMs.progress),
  });
  const progress = arrived == null ? arrived : `${arrived.id} ${isEvaluated(arrived)}`;
  useEffect(() => {
    if (progress === null) {
      setWasEmpty(true);
      setArrivedAtMs(null);
    } else if (wasEmpty) {
      setArrivedAtMs((earlier) => earlier ?? Date.now());
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

function isIncomplete(newest: ListedConversation | null | undefined, arrivedAtMs: number | null): boolean {
  if (newest == null || arrivedAtMs === null) return true;
  return !isEvaluated(newest) && Date.now() - arrivedAtMs < EVALUATION_LIMIT_MS;
}

export function isEvaluated(conversation: ListedConversation): boolean {
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
