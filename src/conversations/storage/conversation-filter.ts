import type { MessageFilter } from '../message-filter/message-filter';
import type { ConversationType } from '../transcript/conversation';

/** Ids of conversations in one response: as many as a set has, and an experiment takes. */
export const MAX_LISTED_IDS = 10_000;

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
