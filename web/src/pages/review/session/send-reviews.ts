import { read } from '../../../api/client';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import type { Workspace } from '../../../workspace/workspace';
import { type Decision, emptyDraft, type ItemDraft, type MissedSpan, verdictOf } from './review-draft';
import { type ReviewItem, readFindingsOfReply } from './review-queries';

/** The lease that a completion needs. */
export interface Lease {
  queueId: string;
  itemId: string;
  leaseId: string;
  epoch: number;
}

/** Requests that are each sent once: those that succeeded are not repeated. */
export type Requests = (() => Promise<unknown>)[];

/** The request that completes an item of a queue. */
export function completionRequests({ client }: Workspace, lease: Lease, draft: ItemDraft): Requests {
  const body = {
    lease_id: lease.leaseId,
    epoch: lease.epoch,
    verdict: verdictOf(draft),
    findings: Object.entries(draft.decisions).map(([id, decision]) => ({
      finding_id: id,
      ...toReviewBody(decision),
    })),
    missed: draft.missed.map(toMissedBody),
  };
  const path = { queue_id: lease.queueId, item_id: lease.itemId };
  return [
    () =>
      read(client.POST('/v1/review-queues/{queue_id}/items/{item_id}/complete', { params: { path }, body })),
  ];
}

/** The requests that append what differs from what was sent before; null: nothing was. */
export function reviewRequests(
  workspace: Workspace,
  item: ReviewItem,
  draft: ItemDraft,
  sent: ItemDraft | null,
): Requests {
  const { client } = workspace;
  const before = sent ?? emptyDraft;
  const review = (findingId: string, decision: Decision) => {
    const header = { 'Idempotency-Key': createIdempotencyKey() };
    const params = { path: { finding_id: findingId }, header };
    const body = toReviewBody(decision);
    return () => read(client.POST('/v1/findings/{finding_id}/reviews', { params, body }));
  };
  const mark = (span: MissedSpan) => {
    const header = { 'Idempotency-Key': createIdempotencyKey() };
    const body = { message_id: item.messageId, ...toMissedBody(span) };
    return () => read(client.POST('/v1/findings', { params: { header }, body }));
  };
  const removed = before.missed.filter((span) => !draft.missed.includes(span));
  const added = draft.missed.filter((span) => !before.missed.includes(span));
  const changed = Object.entries(draft.decisions).filter(([id, it]) => it !== before.decisions[id]);
  const requests: Requests = changed.map(([id, decision]) => review(id, decision));
  // A marked span has become a finding, which is rejected to take it back.
  if (removed.length > 0) requests.unshift(() => rejectMarked(workspace, item, removed));
  requests.push(...added.map(mark));
  const isVerdictNew = sent === null ? draft.verdict !== null : verdictOf(draft) !== verdictOf(sent);
  if (isVerdictNew) {
    const header = { 'Idempotency-Key': createIdempotencyKey() };
    const params = { path: { message_id: item.messageId }, header };
    const body = { verdict: verdictOf(draft) };
    requests.push(() => read(client.POST('/v1/messages/{message_id}/reviews', { params, body })));
  }
  return requests;
}

async function rejectMarked(workspace: Workspace, item: ReviewItem, spans: readonly MissedSpan[]) {
  const findings = await readFindingsOfReply(workspace, item);
  for (const span of spans) {
    const marked = findings.find(
      (finding) =>
        finding.message_part_index === span.message_part_index &&
        finding.start_offset === span.start_offset &&
        finding.end_offset === span.end_offset,
    );
    if (marked === undefined) continue;
    const params = { path: { finding_id: marked.id } };
    await read(
      workspace.client.POST('/v1/findings/{finding_id}/reviews', { params, body: { verdict: 'rejected' } }),
    );
  }
}

function toReviewBody({ verdict, correction }: Decision) {
  return correction === null
    ? { verdict }
    : {
        verdict,
        label: correction.label,
        start_offset: correction.start_offset,
        end_offset: correction.end_offset,
      };
}

function toMissedBody({ message_part_index, start_offset, end_offset, label }: MissedSpan) {
  return { message_part_index, start_offset, end_offset, label };
}
