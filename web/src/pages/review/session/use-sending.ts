import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error';
import { useWorkspace } from '../../../workspace/workspace';
import type { ReviewItem } from './review-queries';
import type { Requests } from './send-reviews';

/** Reviews that could not be sent, and can be sent again. */
export interface FailedSending {
  item: ReviewItem;
  requests: Requests;
  error: Error;
}

/**
 * Sends reviews in the background, so that the next reply is shown at once. Failures of the connection or service can be
 * retried; `onRefused` gets the others.
 */
export function useSending(onRefused: (item: ReviewItem, error: Error) => void) {
  const { id } = useWorkspace();
  const queries = useQueryClient();
  const [pending, setPending] = useState(0);
  const [failed, setFailed] = useState<readonly FailedSending[]>([]);

  const send = async (item: ReviewItem, requests: Requests) => {
    setPending((count) => count + 1);
    try {
      while (requests[0] !== undefined) {
        await requests[0]();
        requests.shift();
      }
      for (const changed of ['findings', 'findings-of-reply', 'finding-precision', 'review-queues'])
        void queries.invalidateQueries({ queryKey: [id, changed], refetchType: 'none' });
    } catch (cause) {
      const error = cause as Error;
      const canRetry = !(error instanceof ApiError) || [0, 429].includes(error.status) || error.status >= 500;
      if (canRetry) setFailed((before) => [...before, { item, requests, error }]);
      else onRefused(item, error);
    } finally {
      setPending((count) => count - 1);
    }
  };
  return {
    isPending: pending > 0,
    failed,
    send: (item: ReviewItem, requests: Requests) => void send(item, requests),
    retry: () => {
      setFailed([]);
      for (const { item, requests } of failed) void send(item, requests);
    },
  };
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
