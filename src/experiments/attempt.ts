import type { Transcript } from '../conversations/conversation';
import type { Message } from '../conversations/message';
import type { Evaluator, Usage, Verdict } from '../evaluators/evaluator';
import { judge } from '../evaluators/judge';
import type { ChatModel, ChatOptions } from '../providers/chat-model';
import type { Experiment, ExperimentItem, ItemStatus } from './experiment';
import { changeOpenItem } from './item.repository';

/** An experiment with what its items share. */
export interface RunPlan {
  experiment: Experiment;
  /** Null when the replies are passed through. */
  model: ChatModel | null;
  evaluator: Evaluator;
}

/** One attempt to bring an item to its end. */
export interface Attempt {
  plan: RunPlan;
  item: ExperimentItem;
  transcript: Transcript;
  signal: AbortSignal;
  spending: Spending;
}

/** What went into an item so far: by this attempt, and by those before it for what they have stored. */
export interface Spending {
  /** US cents. */
  costCents: number;
}

/** How long a result that was paid for waits for the database. */
export const STORE_PATIENCE_MS = 120_000;

/** Whether an earlier attempt, or an earlier run of the failed items, may have saved something. */
export function isRepeated({ item }: Attempt): boolean {
  return item.attempts > 1;
}

/** Shows the item as queued while a call waits for its provider, and in the status of the call once it leaves. */
export function callOptions({ item, signal }: Attempt, status: ItemStatus): ChatOptions {
  let hasQueued = false;
  return {
    signal,
    onQueued: async () => {
      hasQueued = true;
      await changeOpenItem(item.id, { status: 'queued' });
    },
    onStarted: async () => {
      if (hasQueued) await changeOpenItem(item.id, { status });
      hasQueued = false;
    },
  };
}

/**
 * Judges a reply to `prompt` as the experiment's evaluator and issue config say. `evaluationKey` is the same for
 * each attempt at one evaluation.
 */
export function judgeReply(
  attempt: Attempt,
  prompt: Message[],
  reply: Message,
  evaluationKey: string,
): Promise<Verdict> {
  const { plan, transcript, spending } = attempt;
  const { issueConfig } = plan.experiment;
  const input = { messages: [...prompt, reply], tools: transcript.conversation.tools, issueConfig };
  const onFailed = ({ costCents }: Usage) => {
    spending.costCents += costCents ?? 0;
  };
  return judge(plan.evaluator, input, { ...callOptions(attempt, 'evaluating'), evaluationKey, onFailed });
}
