/** The answer of a list: its entries, whether more follow, and the parameters as they were applied. */
export function toPage<Item, Query>(items: Item[], nextCursor: string | null, query: Query) {
  return { items, has_more: nextCursor !== null, next_page_cursor: nextCursor, query };
}
