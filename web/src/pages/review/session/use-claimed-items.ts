import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { read } from '../../../api/client';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import { useWorkspace } from '../../../workspace/workspace';
import type { ReviewItem } from './review-queries';
import type { Lease } from './send-reviews';

export interface ClaimedItem extends ReviewItem {
  lease: Lease;
}

/** Items that are leased at the same time: the shown one and those that are loaded ahead. */
const HELD_ITEMS = 3;
/** A reviewer who is gone blocks an item for this long. */
const LEASE_SECONDS = 120;
/** Well below a lease, because browsers slow down the timers of hidden pages. */
const HEARTBEAT_MS = 30_000;

/**
 * The items of a queue that this page has leased, in order. It claims the next ones when fewer than three are open, and
 * extends their leases until the service has stored the completion. After a reload the page continues with its items.
 */
export function useClaimedItems(
  queueId: string,
  isSent: (key: string) => boolean,
  isCompleted: (key: string) => boolean,
  onLost: (item: ReviewItem) => void,
) {
  const { id: workspaceId, client } = useWorkspace();
  const storageKey = `review/${workspaceId}/${queueId}`;
  const [items, setItems] = useState<readonly ClaimedItem[]>([]);
  const [status, setStatus] = useState<'resuming' | 'ready' | 'claiming' | 'empty'>('resuming');
  const [error, setError] = useState<Error | null>(null);
  const openCount = items.filter(({ key }) => !isSent(key)).length;
  // A completion that failed needs the lease to be sent again.
  const held = items.filter(({ key }) => !isCompleted(key));

  const heartbeat = useCallback(
    ({ lease }: ClaimedItem) => {
      const params = { path: { queue_id: lease.queueId, item_id: lease.itemId } };
      const body = { lease_id: lease.leaseId, epoch: lease.epoch };
      const path = '/v1/review-queues/{queue_id}/items/{item_id}/heartbeat';
      return read(client.POST(path, { params, body }));
    },
    [client],
  );
  const remove = useCallback((key: string) => {
    setItems((before) => before.filter((item) => item.key !== key));
  }, []);

  // Resume once, with the leases of this tab before it was reloaded.
  const hasResumed = useRef(false);
  useEffect(() => {
    if (hasResumed.current) return;
    hasResumed.current = true;
    void (async () => {
      const resumed = await Promise.all(
        readStored(storageKey).map(async (item) => {
          if (!(await lockLease(item.lease.leaseId))) return null;
          return heartbeat(item).then(
            () => item,
            () => null,
          );
        }),
      );
      setItems(resumed.filter((item) => item !== null));
      setStatus('ready');
    })();
  }, [storageKey, heartbeat]);

  const missing = HELD_ITEMS - openCount;
  const isClaiming = useRef(false);
  useEffect(() => {
    if (status !== 'ready' || error !== null || missing <= 0 || isClaiming.current) return;
    isClaiming.current = true;
    const params = { path: { queue_id: queueId }, header: { 'Idempotency-Key': createIdempotencyKey() } };
    const body = { limit: missing, lease_seconds: LEASE_SECONDS };
    read(client.POST('/v1/review-queues/{queue_id}/claim', { params, body }))
      .then(
        (claimed) => {
          const added = claimed?.items.map((item) => toItem(queueId, item)) ?? [];
          for (const { lease } of added) void lockLease(lease.leaseId);
          if (added.length < missing) setStatus('empty');
          setItems((before) => [...before, ...added]);
        },
        (cause: Error) => setError(cause),
      )
      .finally(() => {
        isClaiming.current = false;
      });
  }, [status, error, missing, queueId, client]);

  useEffect(() => {
    if (status !== 'resuming') sessionStorage.setItem(storageKey, JSON.stringify(held.map(toStored)));
  });

  const latest = useRef({ held, isSent, onLost });
  latest.current = { held, isSent, onLost };
  useEffect(() => {
    const timer = setInterval(() => {
      for (const item of latest.current.held)
        heartbeat(item).catch((cause: unknown) => {
          if (!(cause instanceof ApiError) || ![404, 409].includes(cause.status)) return;
          // The completion ends the lease; if the lease was lost, the completion reports it.
          if (latest.current.isSent(item.key)) return;
          remove(item.key);
          latest.current.onLost(item);
        });
    }, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [heartbeat, remove]);

  return {
    items,
    /** Whether the queue may have more items. */
    isComplete: status === 'empty',
    error,
    remove,
    /** Claims again, after an error or when others may have lost their leases. */
    retry: () => {
      setError(null);
      setStatus('ready');
    },
  };
}

type StoredItem = Omit<ClaimedItem, 'findings'>;

const toStored = ({ findings: _all, ...item }: ClaimedItem): StoredItem => item;

function readStored(storageKey: string): ClaimedItem[] {
  const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as StoredItem[];
  return stored.map((item) => ({ ...item, findings: null }));
}

function toItem(
  queueId: string,
  claimed: {
    id: string;
    conversation_id: string;
    message_id: string;
    lease: { lease_id: string; epoch: number };
  },
): ClaimedItem {
  const { id, conversation_id: conversationId, message_id: messageId, lease } = claimed;
  return {
    key: id,
    conversationId,
    messageId,
    findings: null,
    lease: { queueId, itemId: id, leaseId: lease.lease_id, epoch: lease.epoch },
  };
}

/** A reloaded page may start before the browser has released the locks of the page before. */
const MAX_WAIT_MS = 1000;

const locked = new Set<string>();

/**
 * Locks a lease until this page is closed; returns false if another tab has it. A duplicated tab has a copy of the stored
 * leases, but must not review the same items.
 */
function lockLease(leaseId: string): Promise<boolean> {
  // Browsers offer locks only over HTTPS or on localhost.
  if (navigator.locks === undefined || locked.has(leaseId)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const holdUntilClosed = () => {
      locked.add(leaseId);
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    navigator.locks
      .request(`review-lease/${leaseId}`, { signal }, holdUntilClosed)
      .catch(() => resolve(false));
  });
}
