import type { JudgedMessage } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { StoredMessage, Transcript } from '../../conversations/transcript/conversation';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { judge } from '../../evaluation/judgment/judge';
import type { ChatModel, ChatOptions } from '../../providers/chat-model';
import type { Experiment, ExperimentItem, ItemStatus } from '../store/experiment';
import { changeOpenItem } from '../store/item.repository';
import type { ItemTryAccount } from './item-try-account';

/** An experiment with the model and evaluator that its items share. */
export interface ExperimentPlan {
  experiment: Experiment;
  /** Null if replies are passed through. */
  model: ChatModel | null;
  evaluator: Evaluator;
  /** The provider of the evaluator's model; null for the embedded evaluator. */
  judgingProvider: string | null;
}

/** One try of an item. */
export interface ItemTry {
  plan: ExperimentPlan;
  item: ExperimentItem;
  /** Up to the original reply. */
  transcript: Transcript;
  /** The reply to judge again instead of generating one; null in other experiments. */
  rejudged: StoredMessage | null;
  signal: AbortSignal;
  account: ItemTryAccount;
}

/** How long storing a result is retried during an outage of the database. */
export const STORE_TIMEOUT_MS = 120_000;

/** Whether an earlier try, or an earlier execution of the failed items, may have saved results. */
export function isRepeated({ item }: ItemTry): boolean {
  return item.attempts > 1;
}

/**
 * Sets the item to `queued` while a call waits for its provider, and to `status` when the request is sent.
 */
export function callOptions({ item, signal, account }: ItemTry, status: ItemStatus): ChatOptions {
  let hasQueued = false;
  return {
    signal,
    workspaceId: item.workspaceId,
    account: account.of(status === 'generating' ? 'generation' : 'judging'),
    onQueued: async () => {
      hasQueued = true;
      await changeOpenItem(item, { status: 'queued' });
    },
    onStarted: async () => {
      if (hasQueued) await changeOpenItem(item, { status });
      hasQueued = false;
    },
  };
}

/**
 * Judges a reply against `evidence` with the evaluator and the issue configuration of the experiment.
 * `evaluationKey` is the same for each try of an evaluation.
 */
export function judgeReply(
  itemTry: ItemTry,
  evidence: Message[],
  reply: JudgedMessage,
  evaluationKey: string,
): Promise<Verdict> {
  const { plan, transcript } = itemTry;
  const { issueConfig } = plan.experiment;
  const input = { messages: [...evidence, reply], tools: transcript.conversation.tools, issueConfig };
  return judge(plan.evaluator, input, {
    ...callOptions(itemTry, 'evaluating'),
    evaluationKey,
    retriesTimeouts: true,
  });
}
