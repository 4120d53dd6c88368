import type { MessagePart } from '../../../packages/formats';
import { partText } from '../../../packages/text';

/**
 * The text of a reply part that is judged; null if there is none. Reasoning is skipped: it is no statement to
 * the user, and models that expose it must be comparable with those that do not.
 */
export function judgedText(part: MessagePart | undefined): string | null {
  if (part === undefined || part.type === 'reasoning') return null;
  const text = partText(part);
  return text === null || text.trim() === '' ? null : text;
}
