import type { ClusteredOutcomes } from '../../../packages/statistics';
import type { AnalyticsDependencies } from '../read-parts';
import { type RepliesQuery, scanReplies } from './scan-replies';

/** A conversation with most of the flagged replies. */
export interface Concentration {
  conversationId: string;
  flaggedReplies: number;
  /** Flagged replies of all conversations. */
  of: number;
}

const MIN_FLAGGED = 3;

/**
 * The conversation with more than half of at least three flagged replies, if there is one. It is looked for only where
 * the sums allow one.
 * @throws AppError query_timeout
 */
export async function findConcentration(
  dependencies: AnalyticsDependencies,
  query: RepliesQuery,
  { yes, squaredYes }: ClusteredOutcomes,
): Promise<Concentration | null> {
  if (yes < MIN_FLAGGED || squaredYes <= (yes / 2) ** 2) return null;
  const counts = new Map<string, number>();
  await scanReplies(dependencies, query, [{ 'verdicts.issueCount': { $gt: 0 } }], ({ conversationId }) => {
    counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1);
  });
  for (const [conversationId, flaggedReplies] of counts) {
    if (flaggedReplies > yes / 2) return { conversationId, flaggedReplies, of: yes };
  }
  return null;
}
