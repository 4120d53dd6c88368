import type { ConversationService } from '../conversations/conversation.service';
import { AppError, errorCatalog } from '../errors/app-error';
import { isMongoOutage } from '../mongo/outage';
import type { Attempt, RunPlan, Spending } from './attempt';
import type { ExperimentItem } from './experiment';
import { beginAttempt, changeOpenItem } from './item.repository';
import { evaluateBaseline, evaluateReply, findingsOf } from './item-evaluation';
import { obtainReply } from './item-reply';

/** Failures of a peer after which an item fails for good; what the peer asks to wait for is not among them. */
const MAX_TRANSIENT_FAILURES = 8;

export interface ItemRunnerDependencies {
  conversations: Pick<
    ConversationService,
    'getTranscript' | 'findReply' | 'saveReply' | 'recordVerdicts' | 'alignWrites'
  >;
  planOf(experimentId: string): Promise<RunPlan>;
}

export type ItemRunner = ReturnType<typeof createItemRunner>;

/**
 * Takes one item from wherever an earlier attempt left it to its end. Each step is saved before the next
 * begins, under ids that do not depend on the attempt and only once, so that a repeated attempt neither pays
 * again nor writes something else.
 */
export function createItemRunner({ conversations, planOf }: ItemRunnerDependencies) {
  return { run };

  /**
   * Answers what the item cost. @throws AppError; one that is final has that in its ctx, any other is worth another
   * attempt.
   */
  async function run(
    ids: { experimentId: string; itemId: string },
    { signal }: { signal: AbortSignal },
  ): Promise<Spending> {
    const plan = await planOf(ids.experimentId);
    const item = await beginAttempt(ids.itemId, plan.model === null ? 'evaluating' : 'generating');
    if (item === null) return { costCents: 0 }; // an earlier attempt ended it, or the run was cancelled
    const spending: Spending = { costCents: 0 };
    try {
      const transcript = await conversations.getTranscript(item.workspaceId, item.conversationId);
      await completeItem({ plan, item, transcript, signal, spending });
      return spending;
    } catch (error) {
      // Cancelled work ends, and work cut off by an outage begins again, without being held against the item.
      if (signal.aborted || isMongoOutage(error)) throw error;
      throw await recordFailure(item, error, spending);
    }
  }

  async function completeItem(attempt: Attempt): Promise<void> {
    const { item, transcript } = attempt;
    let result: Pick<ExperimentItem, 'reply' | 'baseline'>;
    let isConversationThere = false;
    try {
      result = await obtainResult(attempt);
    } finally {
      // An attempt that fails has perhaps written too.
      isConversationThere = await conversations.alignWrites(transcript.conversation);
    }
    if (!isConversationThere) throw new AppError('not_found', 'The conversation was deleted meanwhile');
    await changeOpenItem(item.id, {
      ...result,
      status: 'completed',
      completedAt: new Date(),
      evaluationsReceived: item.evaluationsExpected,
    });
  }

  async function obtainResult(attempt: Attempt): Promise<Pick<ExperimentItem, 'reply' | 'baseline'>> {
    const { baseline } = attempt.item;
    const reply = await obtainReply(attempt, conversations);
    const ofReply = await evaluateReply(attempt, conversations, reply);
    const ofBaseline = await evaluateBaseline(attempt, conversations, ofReply);
    return {
      reply: { ...reply.side, ...findingsOf(ofReply) },
      baseline:
        baseline === null || ofBaseline === null ? baseline : { ...baseline, ...findingsOf(ofBaseline) },
    };
  }
}

/** Lets the item wait for its next attempt, and answers the error to fail this one with. */
async function recordFailure(item: ExperimentItem, error: unknown, spending: Spending): Promise<AppError> {
  const known =
    error instanceof AppError
      ? error
      : new AppError('internal_error', 'An unexpected failure; the log of the worker has it', {
          cause: error,
        });
  const { retry } = errorCatalog[known.code];
  if (retry === 'never') return known.asFinal({ ...spending });
  const transientFailures = item.transientFailures + (retry === 'transient' ? 1 : 0);
  await changeOpenItem(item.id, { status: 'queued', transientFailures });
  return transientFailures < MAX_TRANSIENT_FAILURES ? known : known.asFinal({ ...spending });
}
