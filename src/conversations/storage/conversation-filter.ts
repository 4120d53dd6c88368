import type { MessageFilter } from '../message-filter/message-filter';
import type { ConversationType } from '../transcript/conversation';

/** Which conversations of a workspace a list shows; null does not restrict. */
export interface ConversationFilter {
  types: readonly ConversationType[];
  externalId: string | null;
  tag: { key: string; value: string } | null;
  model: string | null;
  /** Inclusive. */
  createdFrom: Date | null;
  /** Exclusive. */
  createdTo: Date | null;
  /** Each has to occur in the id, the external id, the preview or a tag's value; none does not restrict. */
  words: readonly string[];
  /** Selects messages: conversations with at least one of them. */
  messages: MessageFilter | null;
}
