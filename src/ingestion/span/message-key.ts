import { hash } from 'node:crypto';
import type { Message, MessagePart } from '../../conversations/transcript/message';
import { parseText } from '../otlp/attributes';

/** A message as it is compared: `<role>:<digest>`. */
export type MessageKey = string;

/**
 * The same for a message as it was written and as it is repeated in later inputs, where clients leave out
 * reasoning and empty texts, and write the arguments of tool calls anew.
 */
export function messageKey({ role, parts }: Message): MessageKey {
  const compared = parts.flatMap(comparedPart);
  return `${role}:${hash('sha1', JSON.stringify(compared), 'base64')}`;
}

function comparedPart(part: MessagePart): unknown[] {
  if (part.type === 'reasoning') return [];
  if (part.type === 'text') return part.content === '' ? [] : [part];
  if (part.type !== 'tool_call') return [part];
  const parsed = parseText(part.arguments);
  return [{ ...part, arguments: parsed === undefined ? part.arguments : JSON.stringify(parsed) }];
}
