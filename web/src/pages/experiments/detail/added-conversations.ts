import type { AddExperimentItems } from '../../../api/types';

/** The values of the form that adds conversations. */
export interface AddedConversations {
  /** The field that selects. */
  source: 'filter' | 'set' | 'ids';
  filter: string;
  /** Name of a set, or name@version. */
  set: string;
  /** Separated by white space or commas. */
  ids: string;
}

export const noneAdded: AddedConversations = { source: 'filter', filter: '', set: '', ids: '' };

/** How each source is shown, and the field of the request that it becomes. */
export const sourceTexts = {
  filter: {
    name: 'Filter',
    key: 'filter',
    label: 'Message filter',
    placeholder: 'label:* AND role = "assistant"',
  },
  set: { name: 'Set', key: 'set', label: 'Name of a set', placeholder: 'refunds@3' },
  ids: {
    name: 'IDs',
    key: 'conversation_ids',
    label: 'Conversation IDs',
    placeholder: 'One on each line',
  },
} as const;

/** Converts the values to the request body. The API validates it. */
export function toAddItems({ source, filter, set, ids }: AddedConversations): AddExperimentItems {
  if (source === 'filter') return { filter: filter.trim() };
  if (source === 'set') return { set: set.trim() };
  return { conversation_ids: [...new Set(ids.split(/[\s,]+/).filter((id) => id !== ''))] };
}
