import { type ReactNode, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Notice } from '../../../ui/notice';
import { useWorkspace } from '../../../workspace/workspace';
import {
  acknowledge,
  draftOf,
  dropItem,
  emptyDraft,
  hasUnsent,
  type ItemDraft,
  markSent,
  type ReviewState,
  reopen,
  verdictOf,
} from './review-draft';
import { type ReviewItem, readFindingsOfReply } from './review-queries';
import { completionRequests, type Lease, type MarkedFindings, reviewRequests } from './send-reviews';
import { useLeaveWarning, useSending } from './use-sending';

interface ItemSendingOptions {
  items: readonly ReviewItem[];
  state: ReviewState;
  setState: (change: (state: ReviewState) => ReviewState) => void;
  /** The lease that completes an item; null outside of queues. */
  leaseOf: (item: ReviewItem) => Lease | null;
  isBlind: boolean;
  /** Removes an item from the list. */
  onGone: (item: ReviewItem) => void;
}

/** Sends the reviews of items and reports the outcome. */
export function useItemSending({ items, state, setState, leaseOf, isBlind, onGone }: ItemSendingOptions) {
  const workspace = useWorkspace();
  const [lost, setLost] = useState(0);
  const [refused, setRefused] = useState<Error | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const [marked] = useState((): MarkedFindings => new Map());

  const loseItem = (item: ReviewItem) => {
    onGone(item);
    setState((before) => dropItem(before, item.key));
    setLost((count) => count + 1);
  };
  const sending = useSending({
    onAcknowledged: (item, { apply }) => setState((before) => acknowledge(before, item.key, apply)),
    onSent: (item) => {
      // Only shown for information: the reviews are stored even if the findings cannot be read.
      if (isBlind) compare(item, state.sent[item.key] ?? emptyDraft).catch(() => setResult(null));
    },
    onRefused: (item, error) => {
      if (error instanceof ApiError && (error.isOf('lease_lost') || error.status === 404))
        return loseItem(item);
      setRefused(error);
      setState((before) => reopen(before, item.key));
    },
  });
  const isUnsent =
    sending.isPending ||
    sending.failedCount > 0 ||
    Object.keys(state.drafts).some((key) => hasUnsent(state, key));
  useLeaveWarning(isUnsent);

  /** Returns whether there was something to send. */
  const sendItem = (item: ReviewItem, nextKey: string | null): boolean => {
    const draft = draftOf(state, item.key);
    const before = state.sent[item.key] ?? null;
    const lease = before === null ? leaseOf(item) : null;
    const requests =
      lease === null
        ? reviewRequests(workspace, item, draft, before, marked)
        : completionRequests(workspace, lease, draft);
    if (requests.length === 0) return false;
    setState((current) => markSent(current, item.key, nextKey));
    sending.send(item, requests);
    return true;
  };
  const compare = async (item: ReviewItem, draft: ItemDraft) => {
    const findings = await readFindingsOfReply(workspace, item);
    const own = findings.filter(({ evaluator_id: id }) => id !== null).length;
    const said = verdictOf(draft) === 'clean' ? 'clean' : 'has an issue';
    setResult(`Reply sent before: you said “${said}”, evaluators report ${pluralize(own, 'finding')}.`);
  };

  const notices: ReactNode = (
    <>
      {lost > 0 && (
        <Notice tone="warn">
          The lease of {pluralize(lost, 'reply', 'replies')} was lost: another reviewer may have it, or it was
          deleted. Reviews of it that were not sent are discarded.
        </Notice>
      )}
      {refused !== null && <ErrorNotice error={refused} />}
      {sending.failedCount > 0 && (
        <Notice tone="danger">
          Reviews of {pluralize(sending.failedCount, 'reply', 'replies')} could not be sent.{' '}
          <Button onPress={sending.retry}>Send again</Button>
        </Notice>
      )}
      {result !== null && <Notice>{result}</Notice>}
      <LeaveDialog isOn={isUnsent} />
    </>
  );

  return {
    notices,
    loseItem,
    /** Whether drafts of several items can be sent together. */
    canSendAll: items.every((item) => leaseOf(item) === null),
    /** Why an item cannot be sent; null if it can. */
    problemOf(item: ReviewItem, draft: ItemDraft, undecided: number): string | null {
      if (leaseOf(item) === null || item.key in state.sent) return null;
      if (undecided > 0) return `Decide on ${pluralize(undecided, 'more finding')} first.`;
      if (isBlind && draft.verdict === null && draft.missed.length === 0)
        return 'Say first whether the reply is clean or has an issue.';
      return null;
    },
    /** Sends an item and shows the next one that is not sent; false when there is nothing to send. */
    send(item: ReviewItem): boolean {
      setRefused(null);
      const at = items.indexOf(item);
      const next = [...items.slice(at + 1), ...items.slice(0, at)].find(({ key }) => !(key in state.sent));
      return sendItem(item, next?.key ?? null);
    },
    sendAll(keys: readonly string[]): void {
      for (const item of items) if (keys.includes(item.key)) sendItem(item, state.itemKey);
    },
  };
}

export type Sending = ReturnType<typeof useItemSending>;

/** Asks before another page is opened while decisions are not sent. */
function LeaveDialog({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && hrefOf(currentLocation) !== hrefOf(nextLocation),
  );
  return (
    <ConfirmDialog
      title="Leave without sending?"
      action="Leave"
      isOpen={blocker.state === 'blocked'}
      isPending={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Decisions that are not sent are discarded.
    </ConfirmDialog>
  );
}

const hrefOf = ({ pathname, search }: Location) => pathname + search;
