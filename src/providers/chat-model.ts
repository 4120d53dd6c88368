import type { Message, ToolDefinition } from '../conversations/message';

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

export interface ChatOptions {
  signal: AbortSignal;
  /** Called when the call has to wait for a permit of its provider. Not called when it starts at once. */
  onQueued?: () => Promise<void>;
  /** Called right before the request leaves. */
  onStarted?: () => Promise<void>;
}

/**
 * A model that writes the next assistant message.
 * Throws AppErrors of the `provider_*` codes; a provider's own Retry-After is in `retryAfterMs`.
 * It does not retry: whoever calls it decides (Temporal does for experiments).
 */
export interface ChatModel {
  readonly provider: string;
  readonly model: string;
  generate(request: ChatRequest, options: ChatOptions): Promise<ChatReply>;
}
