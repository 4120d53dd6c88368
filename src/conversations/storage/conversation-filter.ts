import type { MessageFilter } from '../message-filter/message-filter';
import type { ConversationType } from '../transcript/conversation';

/** Filters of a list of conversations; null does not restrict. */
export interface ConversationFilter {
  types: readonly ConversationType[];
  externalId: string | null;
  tag: { key: string; value: string } | null;
  model: string | null;
  /** Inclusive. */
  createdFrom: Date | null;
  /** Exclusive. */
  createdTo: Date | null;
  /**
   * Each must occur in the id, the external id, the preview or a tag's value; an empty list does not
   * restrict.
   */
  words: readonly string[];
  /** Selects conversations with at least one matching message. */
  messages: MessageFilter | null;
}
