import type { Transcript } from '../conversations/conversation';
import type { Message } from '../conversations/message';
import type { Evaluator, Verdict } from '../evaluators/evaluator';
import { judge } from '../evaluators/judge';
import type { ChatModel } from '../providers/chat-model';
import type { Experiment, ExperimentItem } from './experiment';

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
}

/** How long a result that was paid for waits for the database. */
export const STORE_PATIENCE_MS = 120_000;

/** Whether an earlier attempt, or an earlier run of the failed items, may have saved something. */
export function isRepeated({ item }: Attempt): boolean {
  return item.attempts > 1;
}

/** Judges a reply to `prompt` as the experiment's evaluator and issue config say. */
export function judgeReply(
  { plan, transcript, signal }: Attempt,
  prompt: Message[],
  reply: Message,
): Promise<Verdict> {
  const { issueConfig } = plan.experiment;
  const messages = [...prompt, reply];
  return judge(plan.evaluator, { messages, tools: transcript.conversation.tools, issueConfig }, { signal });
}
