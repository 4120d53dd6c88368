import type { QueryFilter } from 'mongoose';
import type { ConversationRecord } from './conversation.model';

/**
 * Selects conversations that contain a word, case-insensitively and also inside other words, in the id, the
 * external id, the preview or a tag value. There is no text index: with one on previews, storing short
 * conversations took MongoDB twice as long. Instead, a list scans the conversations of the workspace in
 * order, within the limits of its page and its time.
 */
export function withWord(word: string): QueryFilter<ConversationRecord> {
  const pattern = { $regex: literally(word), $options: 'i' };
  return {
    $or: [{ _id: pattern }, { externalId: pattern }, { preview: pattern }, { 'tags.value': pattern }],
  };
}

/** A regular expression that matches a text literally: all but letters and digits by code point. */
function literally(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `\\x{${character.codePointAt(0)?.toString(16)}}`);
}
