import type { MessagePart } from '../api/types';

/** Returns the text that offsets refer to; null for media. */
export function getPartText(part: MessagePart): string | null {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return part.content;
    case 'tool_call':
      return part.arguments;
    case 'tool_call_response':
      return part.response;
    default:
      return null;
  }
}

/** Returns the title of a part; null for plain text and media. */
export function getPartTitle(part: MessagePart): string | null {
  switch (part.type) {
    case 'tool_call':
      return `Tool call: ${part.name}`;
    case 'tool_call_response':
      return 'Tool result';
    case 'reasoning':
      return 'Reasoning';
    case 'refusal':
      return 'Refusal';
    default:
      return null;
  }
}

/** Whether the text of a part may be JSON. */
export function isMachineReadable({ type }: MessagePart): boolean {
  return type === 'tool_call' || type === 'tool_call_response';
}
