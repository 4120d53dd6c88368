import { read } from '../../../api/client';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import type { Span } from '../../../text/segments';
import type { Workspace } from '../../../workspace/workspace';
import {
  compareDrafts,
  type Decision,
  decide,
  type ItemDraft,
  type MissedSpan,
  putMissed,
  type ReplyVerdict,
  verdictOf,
} from './review-draft';
import { type ReviewItem, readFindingsOfReply } from './review-queries';

/** The lease that a completion needs. */
export interface Lease {
  queueId: string;
  itemId: string;
  leaseId: string;
  epoch: number;
}

/** A request of an item, and what it changes in the acknowledged draft. */
export interface ReviewRequest {
  send: () => Promise<unknown>;
  apply: (acknowledged: ItemDraft) => ItemDraft;
}

/** The findings that missed spans have become. */
export type MarkedFindings = Map<MissedSpan, string>;

/** The request that completes an item of a queue. */
export function completionRequests({ client }: Workspace, lease: Lease, draft: ItemDraft): ReviewRequest[] {
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
  const params = { path: { queue_id: lease.queueId, item_id: lease.itemId } };
  const path = '/v1/review-queues/{queue_id}/items/{item_id}/complete';
  return [
    {
      send: () => read(client.POST(path, { params, body })),
      apply: () => ({ ...draft, judged: verdictOf(draft) }),
    },
  ];
}

/** The requests that append what differs from what was sent before; null: nothing was. */
export function reviewRequests(
  workspace: Workspace,
  item: ReviewItem,
  draft: ItemDraft,
  sent: ItemDraft | null,
  marked: MarkedFindings,
): ReviewRequest[] {
  const { client } = workspace;
  const { removed, decisions, added, verdict } = compareDrafts(draft, sent);
  const postReview = (findingId: string, body: ReviewBody, header: IdempotencyHeader) => {
    const params = { path: { finding_id: findingId }, header };
    return read(client.POST('/v1/findings/{finding_id}/reviews', { params, body }));
  };
  // A missed span has become a finding, which is rejected to remove it.
  const remove = (span: MissedSpan): ReviewRequest => {
    const header = createHeader();
    return {
      send: async () => {
        const id = marked.get(span) ?? (await findMarked(workspace, item, span));
        marked.set(span, id); // a retry with this key must be for the same finding
        return postReview(id, { verdict: 'rejected' }, header);
      },
      apply: (before) => ({ ...before, missed: before.missed.filter((it) => it !== span) }),
    };
  };
  const review = ([id, decision]: readonly [string, Decision]): ReviewRequest => {
    const header = createHeader();
    return {
      send: () => postReview(id, toReviewBody(decision), header),
      apply: (before) => decide(before, id, decision),
    };
  };
  const mark = (span: MissedSpan): ReviewRequest => {
    const header = createHeader();
    const body = { message_id: item.messageId, ...toMissedBody(span) };
    return {
      send: async () => {
        const stored = await read(client.POST('/v1/findings', { params: { header }, body }));
        if (stored.finding_id !== null) marked.set(span, stored.finding_id);
      },
      apply: (before) => putMissed(before, span),
    };
  };
  const judge = (said: ReplyVerdict): ReviewRequest => {
    const params = { path: { message_id: item.messageId }, header: createHeader() };
    const body = { verdict: said };
    return {
      send: () => read(client.POST('/v1/messages/{message_id}/reviews', { params, body })),
      apply: (before) => ({ ...before, verdict: draft.verdict, judged: said }),
    };
  };
  return [
    ...removed.map(remove),
    ...decisions.map(review),
    ...added.map(mark),
    ...(verdict === null ? [] : [judge(verdict)]),
  ];
}

type ReviewBody = ReturnType<typeof toReviewBody>;
type IdempotencyHeader = ReturnType<typeof createHeader>;

const createHeader = () => ({ 'Idempotency-Key': createIdempotencyKey() });

/** The service adds a missed span to a finding of which it overlaps at least this share (intersection ÷ union). */
const MIN_OVERLAP = 0.5;

/** Finds the finding that a span of a completed item has become: the completion does not return it. */
async function findMarked(workspace: Workspace, item: ReviewItem, span: MissedSpan): Promise<string> {
  const findings = await readFindingsOfReply(workspace, item);
  const [closest] = findings
    .filter((finding) => finding.message_part_index === span.message_part_index)
    .map(({ id, ...other }) => ({ id, overlap: overlapOf(span, other) }))
    .sort((a, b) => b.overlap - a.overlap);
  if (closest === undefined || closest.overlap < MIN_OVERLAP)
    throw new Error(`Cannot remove the missed span “${span.text}”: no stored finding matches it.`);
  return closest.id;
}

/** Intersection ÷ union of two spans of one part. */
export function overlapOf(one: Span, other: Span): number {
  const start = Math.max(one.start_offset, other.start_offset);
  const end = Math.min(one.end_offset, other.end_offset);
  const shared = Math.max(0, end - start);
  const union = one.end_offset - one.start_offset + other.end_offset - other.start_offset - shared;
  return union === 0 ? 0 : shared / union;
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
