import { isHeldOut } from '../../sets/held-out';
import type { HoldoutSplit, OptimizationRun } from './optimization-run';

/** With fewer conversations on the hold-out, all conversations are used for the search and the decision. */
export const MIN_HOLDOUT = 20;

/** The conversations of a run on which candidates are searched, and those that are held out for the decision. */
export interface ConversationParts {
  search: string[];
  /** Empty where all conversations decide. */
  holdout: string[];
}

/** Decides how the conversations of a new run are divided. */
export function planSplit(conversationIds: readonly string[], holdoutShare: number): HoldoutSplit {
  const holdoutCount = conversationIds.filter((id) => isHeldOut(id, holdoutShare)).length;
  const isEnough = holdoutCount >= MIN_HOLDOUT && holdoutCount < conversationIds.length;
  return { holdoutShare, holdoutCount, decidedOn: isEnough ? 'holdout' : 'all_conversations' };
}

export function splitConversations({
  conversationIds,
  split,
}: Pick<OptimizationRun, 'conversationIds' | 'split'>): ConversationParts {
  if (split.decidedOn !== 'holdout') return { search: conversationIds, holdout: [] };
  const { holdoutShare } = split;
  return {
    search: conversationIds.filter((id) => !isHeldOut(id, holdoutShare)),
    holdout: conversationIds.filter((id) => isHeldOut(id, holdoutShare)),
  };
}
