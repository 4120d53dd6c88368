import type { MessagePart } from '../api/types';

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
