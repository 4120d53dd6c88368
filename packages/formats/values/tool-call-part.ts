import type { MessagePart } from '../model/message';
import { asText, textOrNull } from './texts';

type ToolCallPart = Extract<MessagePart, { type: 'tool_call' }>;

/** A call of a tool; arguments that are no text are JSON text. */
export function toolCallPart(id: unknown, name: unknown, args: unknown): ToolCallPart {
  return { type: 'tool_call', id: textOrNull(id), name: textOrNull(name) ?? '', arguments: asText(args) };
}
