import { z } from 'zod';

/** The answer of a list: its entries, whether more follow, and the parameters as they were applied. */
export function toPage<Item, Query>(items: Item[], nextCursor: string | null, query: Query) {
  return { items, has_more: nextCursor !== null, next_page_cursor: nextCursor, query };
}

/** The parameters that a page echoes; a list with filters extends it. */
export const appliedPageSchema = z.object({ limit: z.int(), cursor: z.string().nullable() });

/** The wire form of a page of such items. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    has_more: z.boolean(),
    next_page_cursor: z.string().nullable(),
    query: appliedPageSchema,
  });
}

/** A page that holds all there is, for the documentation. */
export function pageExample<Item>(item: Item) {
  return toPage([item], null, { limit: 50, cursor: null });
}
