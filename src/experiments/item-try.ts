import type { Verdict } from '../conversations/evaluations/verdict';
import type { Transcript } from '../conversations/transcript/conversation';
import type { Message } from '../conversations/transcript/message';
import type { Evaluator } from '../evaluation/judgement/evaluator';
import { judge } from '../evaluation/judgement/judge';
import type { ChatModel, ChatOptions } from '../providers/chat-model';
import type { Experiment, ExperimentItem, ItemStatus } from './experiment';
import { changeOpenItem } from './item.repository';
import type { ItemTryAccount } from './item-try-account';

/** An experiment with what its items share. */
export interface ExperimentPlan {
  experiment: Experiment;
  /** Null when the replies are passed through. */
  model: ChatModel | null;
  evaluator: Evaluator;
  /** The provider of the evaluator's model; null where it is built in. */
  judgingProvider: string | null;
}

/** One attempt to bring an item to its end. */
export interface ItemTry {
  plan: ExperimentPlan;
  item: ExperimentItem;
  transcript: Transcript;
  signal: AbortSignal;
  account: ItemTryAccount;
}

/** How long a result that was paid for waits for the database. */
export const STORE_TIMEOUT_MS = 120_000;

/** Whether an earlier attempt, or an earlier run of the failed items, may have saved something. */
export function isRepeated({ item }: ItemTry): boolean {
  return item.attempts > 1;
}

/** Shows the item as queued while a call waits for its provider, and in the status of the call once it leaves. */
export function callOptions({ item, signal, account }: ItemTry, status: ItemStatus): ChatOptions {
  let hasQueued = false;
  return {
    signal,
    workspaceId: item.workspaceId,
    account,
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
 * Judges a reply to `prompt` as the experiment's evaluator and issue config say. `evaluationKey` is the same for
 * each attempt at one evaluation.
 */
export function judgeReply(
  attempt: ItemTry,
  prompt: Message[],
  reply: Message,
  evaluationKey: string,
): Promise<Verdict> {
  const { plan, transcript } = attempt;
  const { issueConfig } = plan.experiment;
  const input = { messages: [...prompt, reply], tools: transcript.conversation.tools, issueConfig };
  return judge(plan.evaluator, input, { ...callOptions(attempt, 'evaluating'), evaluationKey });
}
