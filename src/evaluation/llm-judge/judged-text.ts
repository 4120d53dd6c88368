import { type MessagePart, partText } from '../../conversations/transcript/message';

/**
 * The text of a part of the reply in which issues are looked for; null where there is none. Reasoning is left
 * out: it is no statement to the user, and models that show theirs must compare with those that do not.
 */
export function judgedText(part: MessagePart | undefined): string | null {
  if (part === undefined || part.type === 'reasoning') return null;
  const text = partText(part);
  return text === null || text.trim() === '' ? null : text;
}
