import type { Annotation, Message } from '../../../packages/client';
import { codePointLength, partText, sliceCodePoints } from '../../../packages/text';

/** Characters that are quoted on either side of a place. */
const CONTEXT = 60;

type Place = Annotation['evidence'][number];

/** A place of a conversation in its surroundings; null if it is not in these messages. */
export function quoteMessages(messages: readonly Message[], place: Place): string | null {
  const part = messages[place.message_index]?.parts[place.message_part_index];
  const text = part === undefined ? null : partText(part);
  return text === null ? null : quoteText(text, place);
}

export function quoteText(text: string, { start_offset: start, end_offset: end }: Place): string {
  const length = codePointLength(text);
  const [from, to] = [Math.max(0, start - CONTEXT), Math.min(length, end + CONTEXT)];
  const ellipsis = (isCut: boolean) => (isCut ? '…' : '');
  return ellipsis(from > 0) + sliceCodePoints(text, from, to) + ellipsis(to < length);
}
