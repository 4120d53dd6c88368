import { ExactNumber } from '../../text';
import type { MessagePart } from '../model/message';
import { parseText } from './json-text';
import { asText, textOrNull } from './texts';

type ToolCallPart = Extract<MessagePart, { type: 'tool_call' }>;

/** A call of a tool. */
export function toolCallPart(id: unknown, name: unknown, args: unknown): ToolCallPart {
  return {
    type: 'tool_call',
    id: textOrNull(id),
    name: textOrNull(name) ?? '',
    arguments: argumentsText(args),
  };
}

/** Arguments as JSON text. Clients that serialize a text of arguments again write JSON text of it. */
export function argumentsText(args: unknown): string {
  const text = asText(args);
  const inner = text.startsWith('"') ? parseText(text) : undefined;
  return typeof inner === 'string' && isContainer(parseText(inner)) ? inner : text;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
