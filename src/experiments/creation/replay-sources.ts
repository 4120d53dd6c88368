import type { ConversationService } from '../../conversations/conversation.service';
import type { ChosenBy } from '../../conversations/message-filter/chosen-by';
import type { ConversationSource } from '../../conversations/transcript/conversation';
import { valueError } from '../../platform/errors/error-templates';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { SelectedConversations } from '../../sets/select-conversations';
import { findPromptWarnings, type PromptWarning } from '../prompts/prompt-warnings';
import type { Experiment, ReplayAt } from '../store/experiment';

export type ReplaySourceConversations = Pick<
  ConversationService,
  'listFlaggedReplies' | 'listSources' | 'streamPromptTexts'
>;

export interface ReplaySourceDependencies {
  conversations: Pick<ReplaySourceConversations, 'listFlaggedReplies' | 'listSources'>;
  queryTimeoutMs: number;
}

/** How the replies to replay were chosen: a flagged one by its outcome, wherever its conversation is from. */
export function repliesChosenBy(replayAt: ReplayAt, conversations: ChosenBy): ChosenBy {
  return replayAt === 'flagged_reply' ? 'outcome' : conversations;
}

/**
 * By id, the existing conversations, each with the reply to replay. Without a flagged reply it is null, and its item
 * fails.
 * @throws AppError value_error if flagged replies are to be replayed and there is none; query_timeout
 */
export async function listReplaySources(
  { conversations: { listFlaggedReplies, listSources }, queryTimeoutMs }: ReplaySourceDependencies,
  workspaceId: string,
  { conversationIds, findingFilter }: Pick<SelectedConversations, 'conversationIds' | 'findingFilter'>,
  replayAt: ReplayAt,
  signal: AbortSignal,
): Promise<Map<string, ConversationSource>> {
  if (replayAt === 'last_reply') return listSources(workspaceId, conversationIds);
  const flagged = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    listFlaggedReplies(workspaceId, conversationIds, findingFilter, limit),
  );
  const sources = await listSources(workspaceId, conversationIds, flagged);
  // Unknown conversations are reported by name.
  if (sources.size < conversationIds.length || [...sources.values()].some(({ reply }) => reply !== null))
    return sources;
  const problem = 'no conversation has a flagged reply, so nothing can be replayed there';
  throw valueError(problem, { loc: ['body', 'replay_at'], input: replayAt });
}

/** The warnings about an experiment's prompt. Flagged replies are those of `sources`. */
export function warnOfPrompt(
  { streamPromptTexts }: Pick<ConversationService, 'streamPromptTexts'>,
  {
    workspaceId,
    isPassThrough,
    systemPromptOverride,
    conversationIds,
    replayAt,
  }: Pick<
    Experiment,
    'workspaceId' | 'isPassThrough' | 'systemPromptOverride' | 'conversationIds' | 'replayAt'
  >,
  sources: ReadonlyMap<string, ConversationSource>,
): Promise<PromptWarning[]> {
  const replayed = [...sources].flatMap(([id, { reply }]) =>
    reply === null ? [] : [[id, reply.sequenceNumber] as const],
  );
  const ends = replayAt === 'last_reply' ? null : new Map(replayed);
  return findPromptWarnings(
    (workspace, ids) => streamPromptTexts(workspace, ids, ends),
    workspaceId,
    isPassThrough ? null : systemPromptOverride,
    conversationIds,
  );
}
