import type { MessagePart } from '../../../packages/formats';
import { codePointLength } from '../../../packages/text';

/**
 * The length of a reply in code points: its text and refusals, and the names and arguments of its tool calls, without
 * reasoning and surrounding whitespace. 0 means that the reply is empty. Null if it consists of media, which have no
 * length.
 */
export function replyLength(parts: readonly MessagePart[]): number | null {
  const length = parts.reduce((sum, part) => sum + codePointLength(visibleText(part).trim()), 0);
  return length === 0 && parts.some(isMedium) ? null : length;
}

function visibleText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.content;
    case 'tool_call':
      return part.name + part.arguments;
    default:
      return '';
  }
}

function isMedium({ type }: MessagePart): boolean {
  return type === 'blob' || type === 'uri' || type === 'file';
}
