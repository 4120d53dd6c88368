import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWorkspace } from '../../../workspace/workspace';
import type { ReviewItem } from './review-queries';
import { createSendQueue } from './send-queue';
import type { ReviewRequest } from './send-reviews';

interface SendingEvents {
  onAcknowledged: (item: ReviewItem, request: ReviewRequest) => void;
  onSent: (item: ReviewItem) => void;
  onRefused: (item: ReviewItem, error: Error) => void;
}

const CHANGED_QUERIES = [
  'findings',
  'findings-of-reply',
  'finding-precision',
  'recurring-findings',
  'review-queues',
];

/**
 * Sends reviews in the background, so that the next reply is shown at once. Failures of the connection or service can be
 * retried; `onRefused` gets the others.
 */
export function useSending(events: SendingEvents) {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  const [counts, setCounts] = useState({ pending: 0, failed: 0 });
  const latest = useRef(events);
  latest.current = events;
  const [queue] = useState(() => {
    const invalidate = () => {
      for (const changed of CHANGED_QUERIES)
        void queries.invalidateQueries({ queryKey: [id, changed], refetchType: 'none' });
    };
    return createSendQueue<ReviewItem, ReviewRequest>({
      onAcknowledged: (item, request) => latest.current.onAcknowledged(item, request),
      onSent: (item) => {
        invalidate();
        latest.current.onSent(item);
      },
      onRefused: (item, error) => {
        invalidate(); // requests before the refused one succeeded
        latest.current.onRefused(item, error);
      },
      onChange: setCounts,
    });
  });
  return { isPending: counts.pending > 0, failedCount: counts.failed, send: queue.send, retry: queue.retry };
}

/** Asks before the page is left while something would be lost. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
