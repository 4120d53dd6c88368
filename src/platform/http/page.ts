import { z } from 'zod';

/** Maximum bytes of JSON in the entries of a page. Leaves room below 8 MiB for the fields around them. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024 - 256 * 1024;

/** The longest prefix of the entries within `maxBytes` of JSON, but at least one entry. */
export function withinPageBytes<Item>(items: Item[], maxBytes = MAX_PAGE_BYTES): Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}

/** What a list request asks for: at most `limit` entries after a cursor; null: from the start. */
export interface PageQuery {
  limit: number;
  cursor: string | null;
}

/** Entries of a list, and whether there are more after them. */
export interface FoundPage<Item> {
  items: Item[];
  hasMore: boolean;
}

/** A page of a list with the cursor of the next one; null on the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The response of a list: its entries, whether there are more, and the parameters as applied. */
export function toPage<Item, Wire, Query>(
  { items, nextCursor }: Page<Item>,
  toWire: (item: Item) => Wire,
  query: Query,
) {
  return { items: items.map(toWire), has_more: nextCursor !== null, next_page_cursor: nextCursor, query };
}

/** The parameters that a page echoes; a list with filters extends it. */
export const appliedPageSchema = z
  .object({ limit: z.int(), cursor: z.string().nullable() })
  .meta({ id: 'AppliedPage' });

/** Of a list with a filter. */
export const appliedFilterPageSchema = appliedPageSchema
  .extend({ filter: z.string().nullable() })
  .meta({ id: 'AppliedFilterPage' });

/** The response schema of a page of these items, for which the list gives an id. */
export function pageSchema<Item extends z.ZodType, Query extends z.ZodType = typeof appliedPageSchema>(
  item: Item,
  query?: Query,
) {
  return z.object({
    items: z.array(item),
    has_more: z.boolean(),
    next_page_cursor: z.string().nullable(),
    query: (query ?? appliedPageSchema) as Query,
  });
}

/** A page without a successor, for the documentation. */
export function pageExample<Item>(item: Item) {
  return toPage({ items: [item], nextCursor: null }, (example) => example, { limit: 50, cursor: null });
}
