import type { Message, ToolDefinition } from '../conversations/transcript/message';
import type { WaitOptions } from '../platform/concurrency/permits';
import type { ModelPrice } from './prices';

/** Asks for a reply that fits a JSON schema. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface ChatRequest {
  messages: Message[];
  tools: ToolDefinition[];
  /** Passed to the provider as given, e.g. `{ effort: "low" }`. */
  reasoningConfig: Record<string, unknown> | null;
  replySchema: ReplySchema | null;
}

export interface ChatReply {
  message: Message;
  provider: string;
  model: string;
  finishReason: string | null;
  inputTokens: number;
  outputTokens: number;
  /** Milliseconds of the successful call alone: no waiting for a permit, no failed attempt. */
  latencyMs: number;
  /** US dollars, null where the price table does not know the model. */
  costUsd: number | null;
}

/** Counts what calls cost, also those whose result never comes back to whoever made them. */
export interface CallAccount {
  /**
   * Called right before a call of known price leaves; it leaves once this is recorded. `estimatedCents` is the price of
   * its input in US cents. Returns what to call with the price once it is known; until then the estimate counts.
   */
  begin(estimatedCents: number): Promise<(costCents: number) => void>;
}

export interface ChatOptions extends WaitOptions {
  /** Called right before the request leaves. */
  onStarted?: () => Promise<void>;
  /** Absent: calls are not counted. */
  account?: CallAccount | undefined;
}

/**
 * A model that writes the next assistant message.
 * Throws AppErrors of the `provider_*` codes; a provider's own Retry-After is in `retryAfterMs`.
 * It does not retry: whoever calls it decides (Temporal does for experiments).
 */
export interface ChatModel {
  readonly provider: string;
  readonly model: string;
  /** Null where neither the provider's settings nor the list prices have it. */
  readonly price: ModelPrice | null;
  generate(request: ChatRequest, options: ChatOptions): Promise<ChatReply>;
}
