import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Workspace } from '../../../workspace/workspace';

/** The filters of the list, by URL parameter. */
export const filterNames = [
  'search',
  'filter',
  'type',
  'tag',
  'model',
  'external_id',
  'created_from',
  'created_to',
] as const;
export type FilterName = (typeof filterNames)[number];
export type ConversationFilters = Partial<Record<FilterName, string>>;

export const conversationTypes = ['trace', 'detection', 'import', 'experiment'] as const;
type ConversationType = (typeof conversationTypes)[number];

const PAGE_SIZE = 50;

/** A page of the conversations that match the filters, newest first. */
export function conversationsQuery(
  { id, client }: Workspace,
  filters: ConversationFilters,
  cursor: string | null,
) {
  return queryOptions({
    queryKey: [id, 'conversations', filters, cursor],
    queryFn: ({ signal }) => {
      const query = { ...toQuery(filters), limit: PAGE_SIZE, cursor };
      return read(client.GET('/v1/conversations', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The filters as parameters of a request. An unknown type is omitted. */
export function toQuery({ type, ...others }: ConversationFilters) {
  return { ...others, ...(isType(type) ? { type } : {}) };
}

function isType(type: string | undefined): type is ConversationType {
  return conversationTypes.some((known) => known === type);
}
