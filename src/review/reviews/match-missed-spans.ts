import type { ClientSession } from 'mongoose';
import { listStoredSpans } from '../../conversations/findings/ledger/finding.repository';
import { matchSpans } from '../../conversations/findings/ledger/finding-identity';
import type { ReviewDraft } from './append-review';

/**
 * Turns marked spans that overlap a stored finding, as two reports of one finding do, into reviews of that finding. The
 * transaction must have locked the message: of two requests that mark one span, the later one then finds the other's.
 */
export async function matchMissedSpans(
  workspaceId: string,
  messageId: string,
  drafts: readonly ReviewDraft[],
  session: ClientSession,
): Promise<ReviewDraft[]> {
  const spans = drafts.flatMap(({ newFinding }) => newFinding ?? []);
  if (spans.length === 0) return [...drafts];
  const ids = matchSpans(await listStoredSpans([{ workspaceId, id: messageId }], session), spans);
  return drafts.map(({ newFinding, ...draft }) => {
    if (newFinding === undefined) return draft;
    const findingId = ids[spans.indexOf(newFinding)] ?? null;
    return findingId === null ? { ...draft, newFinding } : { ...draft, findingId };
  });
}
