/** OpenAI's six roles. */
export const messageRoles = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
export type MessageRole = (typeof messageRoles)[number];

/**
 * One part of a message, after the OpenTelemetry GenAI message shape. `arguments` of a tool call is the
 * string that the model sent, unchanged, because annotation offsets point into it: JSON, or free text if
 * `isCustom` (OpenAI's custom tools).
 */
export type MessagePart =
  | { type: 'text'; content: string }
  | { type: 'refusal'; content: string }
  | { type: 'reasoning'; content: string }
  | { type: 'tool_call'; id: string | null; name: string; arguments: string; isCustom?: true }
  | { type: 'tool_call_response'; id: string | null; response: string }
  | { type: 'blob'; modality: 'image' | 'audio' | 'file'; mimeType: string | null; content: string }
  | { type: 'uri'; modality: 'image'; uri: string }
  | { type: 'file'; fileId: string };

/** A part that may be truncated: `totalChars` is then the number of code points of its whole text. */
export type ShownPart = MessagePart & { totalChars?: number };

/**
 * The service's form of a message. The parts of an assistant message are its content parts in order, then its
 * tool calls in order; `messagePartIndex` of an annotation is an index into `parts`.
 */
export interface Message {
  role: MessageRole;
  name: string | null;
  parts: MessagePart[];
}

/** Maximum length of a stored conversation; of a longer trace, the first messages are stored. */
export const MAX_MESSAGES = 5000;

/** A tool the model may call. */
export interface ToolDefinition {
  name: string;
  description: string | null;
  /** A JSON schema; null for a custom tool. */
  parameters: Record<string, unknown> | null;
  /** Set for a custom tool, whose input is free text or text of a grammar. */
  custom?: { format: Record<string, unknown> | null };
}
