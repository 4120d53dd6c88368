import type { QueryFilter } from 'mongoose';
import type { ConversationRecord } from './conversation.model';

/**
 * Selects the conversations in which a word occurs, in whatever letter case and also inside another word: in the id,
 * the external id, the preview or the value of a tag. There is no index of words: with one of those of the previews
 * MongoDB took twice the time to store short conversations. A list walks the conversations of the workspace in its
 * order instead, as far as its page and its time limit reach.
 */
export function withWord(word: string): QueryFilter<ConversationRecord> {
  const pattern = { $regex: literally(word), $options: 'i' };
  return {
    $or: [{ _id: pattern }, { externalId: pattern }, { preview: pattern }, { 'tags.value': pattern }],
  };
}

/** A pattern that means the very characters of a text: all but letters and digits by their code point. */
function literally(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `\\x{${character.codePointAt(0)?.toString(16)}}`);
}
