import type { Message, ToolDefinition } from '../model/message';
import type { Notices } from '../model/notices';
import type { MessageKey } from './message-key';

/** A message as an input or output of a model call. */
export interface CallMessage extends Message {
  /** Computed once, on arrival: every new span rebuilds its conversation. */
  key: MessageKey;
  /** Why the model stopped; null for inputs. */
  finishReason: string | null;
}

/** One model call, independent of the convention that described it. */
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
  /** The run searched documents for a prompt, and no model called it. */
  isRetrieval?: true;
}

export interface SpanError {
  type: string | null;
  message: string | null;
}

/**
 * The facts of a span about a conversation, the same for all conventions. Times are microseconds since 1970.
 */
export interface GenAiSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  /**
   * `chain`: its input and output are a turn where nothing inside of it has messages. `other`: only conversation and agent
   * are used.
   */
  kind: 'model' | 'tool' | 'agent' | 'chain' | 'other';
  /** The client's own id of the conversation. */
  conversationKey: string | null;
  /** Digest of the service and the user that the span names. Absent in imported files. */
  source?: string;
  /** The library that recorded the span. Absent in imported files. */
  library?: string;
  /** Digest of the resource that exported the span. Absent in imported files. */
  resource?: string;
  /** The provider's id of the response; absent if it was not recorded. */
  responseId?: string;
  startMicros: number;
  endMicros: number;
  agentName: string | null;
  /** The prompt that the client names, with its version; absent if it names none. */
  promptVersion?: string;
  tags: Record<string, string>;
  error: SpanError | null;
  /** For an agent span: input and output of the agent as a whole. */
  call: ModelCall | null;
  tool: ToolRun | null;
  /** How its content differs from what was sent; absent if it does not. */
  notices?: Notices;
}

/** A span with a model call. */
export type CallSpan = GenAiSpan & { call: ModelCall };

/** Messages of a model call that were exported separately from its span, as log records. */
export interface CallEvent {
  traceId: string;
  spanId: string;
  timeMicros: number;
  observedMicros: number;
  /** Its index among the records of its export, which decides between equal times. */
  position: number;
  inputs: CallMessage[];
  outputs: CallMessage[];
  /** As of a span. */
  notices?: Notices;
}
