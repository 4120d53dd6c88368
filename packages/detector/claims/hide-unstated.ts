import type { MessagePart } from '../../formats';
import { blankOut } from '../text/regions';
import { scanLastToken } from './cut-off';
import { scanReasoning } from './reasoning';

/**
 * The part of a reply with spaces in place of what it does not state, so that offsets stay as they are: reasoning in the
 * content, and the last token if the reply was cut off in this part.
 */
export function hideUnstated(part: MessagePart, isCut: boolean): MessagePart {
  switch (part.type) {
    case 'text':
    case 'refusal': {
      const { content } = part;
      const hidden = [...scanReasoning(content), ...(isCut ? scanLastToken(content) : [])];
      return hidden.length === 0 ? part : { ...part, content: blankOut(content, hidden) };
    }
    case 'tool_call':
      return isCut && !isJson(part.arguments)
        ? { ...part, arguments: blankOut(part.arguments, scanLastToken(part.arguments)) }
        : part;
    default:
      return part;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
