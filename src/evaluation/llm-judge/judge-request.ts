import type { Message } from '../../conversations/transcript/message';
import type { ChatModel, ReplySchema } from '../../providers/chat-model';
import type { RetryPolicy } from './retry-policy';

/** Something a judge is asked in one call. */
export interface JudgeRequest<Answer> {
  /** The prompt, with `nonce` in its fences; apart from that it must not vary. */
  prompt(nonce: string): Message[];
  replySchema: ReplySchema;
  /** Null where the text has not the agreed form. */
  read(text: string): Answer | null;
}

/** The model that judges, the same for all evaluations of an evaluator. */
export interface Judge {
  model: ChatModel;
  timeoutMs: number;
  retryPolicy: RetryPolicy;
  /** Turns false when its server refuses structured output; the prompt asks for JSON all the same. */
  acceptsSchema: boolean;
}
