import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { pollWhile } from '../../../api/polling';
import type { Experiment, ExperimentItem, GetResponse } from '../../../api/types';
import type { Workspace } from '../../../workspace/workspace';

export type ItemPage = GetResponse<'/v1/experiments/{experiment_id}/items'>;

export type ItemStatus = ExperimentItem['status'];

/** In the order of an item's life cycle. */
export const itemStatuses = [
  'pending',
  'queued',
  'generating',
  'evaluating',
  'completed',
  'failed',
  'skipped',
] as const satisfies readonly ItemStatus[];

/** The statuses that items of the experiment can have. */
export function getItemStatuses({ stop_when }: Pick<Experiment, 'stop_when'>): ItemStatus[] {
  return itemStatuses.filter((status) => status !== 'skipped' || stop_when !== null);
}

export const ITEMS_PER_PAGE = 100;

interface ItemPageUse {
  /** Null: any status. */
  status: ItemStatus | null;
  /** Null: the first page. */
  cursor: string | null;
  /** Whether the experiment is running. */
  isRunning: boolean;
  /** Whether any item of the page is visible. */
  isShown: boolean;
}

/**
 * A page of items in the order of their conversations. While visible, it is polled during an execution, and
 * once after it was invalidated.
 */
export function itemsQuery(
  { id, client }: Workspace,
  experimentId: string,
  { status, cursor, isRunning, isShown }: ItemPageUse,
) {
  return queryOptions({
    queryKey: [id, 'experiment-items', experimentId, status, cursor],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/items', {
          params: {
            path: { experiment_id: experimentId },
            query: { limit: ITEMS_PER_PAGE, cursor, ...(status !== null && { status }) },
          },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => pollWhile(isShown && (isRunning || state.isInvalidated)),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

/** An item with both replies and their findings; polled until it has ended. */
export function itemQuery({ id, client }: Workspace, experimentId: string, itemId: string) {
  return queryOptions({
    queryKey: [id, 'experiment-item', experimentId, itemId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/items/{item_id}', {
          params: { path: { experiment_id: experimentId, item_id: itemId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => pollWhile(data !== undefined && !hasEnded(data)),
  });
}

/** Whether an item has ended; only a retry changes it then. */
export function hasEnded({ status }: { status: string }): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped';
}
