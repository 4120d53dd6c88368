/** The fields of a part of a message that its text is in, as stored and as sent. */
type PartWithText =
  | { type: 'text' | 'refusal' | 'reasoning'; content: string }
  | { type: 'tool_call'; arguments: string }
  | { type: 'tool_call_response'; response: string }
  | { type: 'blob' | 'file' | 'uri' };

/**
 * The text of a part that can be quoted and annotated, which offsets refer to: the content of text, refusal and reasoning,
 * the `arguments` string of a tool call, the response of a tool. Null for media.
 */
export function partText(part: PartWithText): string | null {
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
