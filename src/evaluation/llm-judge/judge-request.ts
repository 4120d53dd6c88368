import type { Message } from '../../../packages/formats';
import type { ChatModel, ReplySchema } from '../../providers/chat-model';
import type { RetryPolicy } from './retry-policy';

/** A request to a judge: one model call, unless it is retried. */
export interface JudgeRequest<Result> {
  /** Builds the prompt with `nonce` in its delimiters; apart from that it must be deterministic. */
  prompt(nonce: string): Message[];
  replySchema: ReplySchema;
  /** Returns null if the text does not have the required format. */
  parse(text: string): Result | null;
}

/** The model of a judge, shared by all evaluations of an evaluator. */
export interface Judge {
  model: ChatModel;
  timeoutMs: number;
  retryPolicy: RetryPolicy;
  /** Set to false when the server rejects structured output; the prompt asks for JSON in any case. */
  acceptsSchema: boolean;
}
