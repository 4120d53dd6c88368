import { z } from 'zod';

/** Most bytes of JSON in the entries of one page. A little less than 8 MiB, which is left for what surrounds them. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024 - 256 * 1024;

/** The first of the entries that make at most `maxBytes` of JSON together, at least one. */
export function withinPageBytes<Item>(items: Item[], maxBytes = MAX_PAGE_BYTES): Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}

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
