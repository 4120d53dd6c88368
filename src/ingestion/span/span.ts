import type { Message, ToolDefinition } from '../../conversations/transcript/message';
import type { MessageKey } from './message-key';

/** A message as a model call was given it, or wrote it. */
export interface CallMessage extends Message {
  /** Computed once, when it comes: a conversation is made anew with every span of it. */
  key: MessageKey;
  /** Why the model stopped; null for inputs. */
  finishReason: string | null;
}

/** One call of a model, whatever convention described it. */
export interface ModelCall {
  /** Usually with the whole history before it. */
  inputs: CallMessage[];
  outputs: CallMessage[];
  tools: ToolDefinition[];
  model: string | null;
  provider: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars. */
  costUsd: number | null;
}

/** One run of a tool. */
export interface ToolRun {
  callId: string | null;
  name: string | null;
  result: string | null;
}

export interface SpanError {
  type: string | null;
  message: string | null;
}

/** What a span tells of a conversation, the same for all conventions. Times are microseconds since 1970. */
export interface GenAiSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  /** `other`: nothing but what it says of its conversation and agent. */
  kind: 'model' | 'tool' | 'agent' | 'other';
  /** The client's own id of the conversation. */
  conversationKey: string | null;
  startMicros: number;
  endMicros: number;
  agentName: string | null;
  tags: Record<string, string>;
  error: SpanError | null;
  /** Of an agent span: what went in and came out of the agent as a whole. */
  call: ModelCall | null;
  tool: ToolRun | null;
}

/** Messages of a model call that were exported apart from its span, as log records. */
export interface CallEvent {
  traceId: string;
  spanId: string;
  timeMicros: number;
  observedMicros: number;
  /** Its place among the records of its export, which decides among equal times. */
  position: number;
  inputs: CallMessage[];
  outputs: CallMessage[];
}
