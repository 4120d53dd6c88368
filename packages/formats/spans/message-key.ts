import { hash } from 'node:crypto';
import type { Message, MessagePart } from '../model/message';
import { parseText } from '../values/json-text';

/** The identity of a message in comparisons: `<role>:<digest>`. */
export type MessageKey = string;

/** What CrewAI puts before the latest message, and leaves out when it repeats the message. */
const LATEST = /^\nCurrent Task: /;

/**
 * Equal for a message as it was written and as later inputs repeat it, where clients omit reasoning and empty
 * texts, and serialize the arguments of tool calls again.
 */
export function messageKey({ role, parts }: Message): MessageKey {
  const compared = parts.flatMap(comparedPart);
  return `${role}:${hash('sha1', JSON.stringify(compared), 'base64')}`;
}

function comparedPart(part: MessagePart): unknown[] {
  if (part.type === 'reasoning') return [];
  if (part.type === 'text') {
    return part.content === '' ? [] : [{ ...part, content: part.content.replace(LATEST, '') }];
  }
  if (part.type !== 'tool_call') return [part];
  const parsed = parseText(part.arguments);
  return [{ ...part, arguments: parsed === undefined ? part.arguments : JSON.stringify(parsed) }];
}
