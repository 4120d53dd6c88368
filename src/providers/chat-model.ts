import type { WaitOptions } from '../../packages/concurrency';
import type { Message, ToolDefinition } from '../../packages/formats';
import type { ModelPrice } from './prices';

/** Asks for a reply that fits a JSON schema. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface ChatRequest {
  messages: Message[];
  tools: ToolDefinition[];
  /** Passed to the provider unchanged, for example `{ effort: "low" }`. */
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
  /** Milliseconds of the successful call alone, without waiting for a permit and without failed calls. */
  latencyMs: number;
  /** US dollars; null if the price of the model is unknown. */
  costUsd: number | null;
}

/** Records the cost of calls, including calls whose result is lost. */
export interface CallAccount {
  /**
   * Called right before a request is sent, which waits until this is recorded. `estimatedCents` is the price of the
   * input in US cents, null if the price is unknown. Returns a function that records the actual cost; until then the
   * estimate counts. `isUsable` is false if the call was charged without a usable reply.
   */
  begin(estimatedCents: number | null): Promise<(costCents: number | null, isUsable: boolean) => void>;
  /** Records that the reply of a call of this cost, which was usable for the provider, was not for its caller. */
  discard(costCents: number | null): void;
}

export interface ChatOptions extends WaitOptions {
  /** Called right before the request is sent. */
  onStarted?: () => Promise<void>;
  /** Absent: the cost of calls is not recorded. */
  account?: CallAccount | undefined;
}

/**
 * A model that generates the next assistant message.
 * Throws AppErrors with `provider_*` codes; the Retry-After of a provider is in `retryAfterMs`.
 * It does not retry: the caller decides (for experiments, Temporal).
 */
export interface ChatModel {
  readonly provider: string;
  readonly model: string;
  /** Null if neither the provider's settings nor the list prices have it. */
  readonly price: ModelPrice | null;
  generate(request: ChatRequest, options: ChatOptions): Promise<ChatReply>;
}
