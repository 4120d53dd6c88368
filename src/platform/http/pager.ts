import type { KeyRing } from '../security/key-ring';
import type { TimePosition } from '../time-position';
import { CursorCodec, type CursorValues } from './cursor';
import { type FoundPage, type Page, type PageQuery, withinPageBytes } from './page';

/** The order of a list: its start, and what a cursor stores of the last entry of a page. */
export interface ListOrder<Entry, After> {
  start: After;
  toCursor(last: Entry): CursorValues;
  fromCursor(values: CursorValues): After;
}

/** Newest first, as `newestFirst` reads it. */
export const byTime: ListOrder<TimePosition, TimePosition | null> = {
  start: null,
  toCursor: ({ createdAt, id }) => [createdAt.getTime(), id],
  fromCursor: ([time, id]) => ({ createdAt: new Date(Number(time)), id: String(id) }),
};

/** By a number of 0 or more, which increases. */
export function byNumber<Entry>(numberOf: (entry: Entry) => number): ListOrder<Entry, number> {
  return {
    start: -1,
    toCursor: (last) => [numberOf(last)],
    fromCursor: ([number]) => Number(number),
  };
}

export const byPosition = byNumber(({ position }: { position: number }) => position);

interface PageRequest<Entry, After> {
  order: ListOrder<Entry, After>;
  /** Identifies the list, its workspace and its filters; its cursors are valid for this list only. */
  scope: readonly unknown[];
}

export interface ListRequest<Item, Entry, After> extends PageRequest<Entry, After> {
  query: PageQuery;
  /** Finds at most `limit` entries after a position. */
  find(after: After, limit: number): Promise<Item[]>;
}

export interface ReadRequest<Found, Entry, After> extends PageRequest<Entry, After> {
  cursor: string | null;
  /** Finds the page after a position. */
  find(after: After): Promise<Found>;
}

/** Pages lists by the position of the last entry of a page, so that pages neither repeat nor skip entries. */
export class Pager {
  private readonly cursors: CursorCodec;

  constructor(keys: KeyRing) {
    this.cursors = new CursorCodec(keys);
  }

  /**
   * A page of at most `limit` entries; fewer when they would exceed 8 MiB of JSON, but at least one.
   * @throws AppError cursor_invalid
   */
  list<Item extends Entry, Entry, After>({
    query: { limit, cursor },
    find,
    ...request
  }: ListRequest<Item, Entry, After>): Promise<Page<Item>> {
    return this.read({
      ...request,
      cursor,
      find: async (after) => {
        const entries = await find(after, limit + 1); // one more shows whether this is the last page
        const items = withinPageBytes(entries.slice(0, limit));
        return { items, hasMore: entries.length > items.length };
      },
    });
  }

  /**
   * The page that `find` returns, which decides itself how many entries it has, with the next cursor.
   * @throws AppError cursor_invalid
   */
  async read<Found extends FoundPage<Entry>, Entry, After>({
    order,
    scope,
    cursor,
    find,
  }: ReadRequest<Found, Entry, After>): Promise<Omit<Found, 'hasMore'> & { nextCursor: string | null }> {
    const after = cursor === null ? order.start : order.fromCursor(this.cursors.decode(scope, cursor));
    const { hasMore, ...page } = await find(after);
    const last = hasMore ? page.items.at(-1) : undefined;
    return {
      ...page,
      nextCursor: last === undefined ? null : this.cursors.encode(scope, order.toCursor(last)),
    };
  }
}
