import type { ConversationService } from '../conversations/conversation.service';
import { AppError, errorCatalog } from '../errors/app-error';
import { isMongoOutage } from '../mongo/outage';
import type { Attempt, RunPlan } from './attempt';
import type { ExperimentItem } from './experiment';
import { beginAttempt, changeOpenItem } from './item.repository';
import { evaluateBaseline, evaluateReply, findingsOf } from './item-evaluation';
import { obtainReply } from './item-reply';

/** Failures of a peer after which an item fails for good; what the peer asks to wait for is not among them. */
const MAX_TRANSIENT_FAILURES = 8;

export interface ItemRunnerDependencies {
  conversations: Pick<ConversationService, 'getTranscript' | 'findReply' | 'saveReply'>;
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

  /** @returns US cents the item cost. @throws AppError; unless it is final, it is worth another attempt. */
  async function run(
    ids: { experimentId: string; itemId: string },
    { signal }: { signal: AbortSignal },
  ): Promise<{ costCents: number }> {
    const plan = await planOf(ids.experimentId);
    const item = await beginAttempt(ids.itemId, plan.model === null ? 'evaluating' : 'generating');
    if (item === null) return { costCents: 0 }; // an earlier attempt ended it, or the run was cancelled
    try {
      const transcript = await conversations.getTranscript(item.workspaceId, item.conversationId);
      return { costCents: await completeItem({ plan, item, transcript, signal }) };
    } catch (error) {
      // Cancelled work ends, and work cut off by an outage begins again, without being held against the item.
      if (signal.aborted || isMongoOutage(error)) throw error;
      throw await recordFailure(item, error);
    }
  }

  async function completeItem(attempt: Attempt): Promise<number> {
    const { item } = attempt;
    const reply = await obtainReply(attempt, conversations);
    const ofReply = await evaluateReply(attempt, reply);
    const ofBaseline = await evaluateBaseline(attempt, ofReply.evaluation);
    const baseline =
      item.baseline === null || ofBaseline === null
        ? item.baseline
        : { ...item.baseline, ...findingsOf(ofBaseline.evaluation) };
    await changeOpenItem(item.id, {
      status: 'completed',
      completedAt: new Date(),
      reply: { ...reply.side, ...findingsOf(ofReply.evaluation) },
      baseline,
      evaluationsReceived: item.evaluationsExpected,
    });
    return reply.costCents + ofReply.costCents + (ofBaseline?.costCents ?? 0);
  }
}

/** Lets the item wait for its next attempt, and answers the error to fail this one with. */
async function recordFailure(item: ExperimentItem, error: unknown): Promise<AppError> {
  const known =
    error instanceof AppError
      ? error
      : new AppError('internal_error', 'An unexpected failure; the log of the worker has it', {
          cause: error,
        });
  const { retry } = errorCatalog[known.code];
  if (retry === 'never') return known;
  const transientFailures = item.transientFailures + (retry === 'transient' ? 1 : 0);
  await changeOpenItem(item.id, { status: 'queued', transientFailures });
  return transientFailures < MAX_TRANSIENT_FAILURES ? known : known.asFinal();
}
