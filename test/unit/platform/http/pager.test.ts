import { byPosition, byTime, Pager } from '../../../../src/platform/http/pager';
import { testKeys } from '../../../support/keys';

const pager = new Pager(testKeys());
const scope = ['things', 'workspace'];
const invalid = expect.objectContaining({ code: 'cursor_invalid' });

/** 7 entries, newest first; each time is shared by two of them. */
const entries = Array.from({ length: 7 }, (_, index) => ({
  id: String(9 - index),
  createdAt: new Date(Date.UTC(2026, 0, 7 - Math.floor(index / 2))),
  position: index,
}));
type Entry = (typeof entries)[number];

const readAll = async (
  next: (cursor: string | null) => Promise<{ items: Entry[]; nextCursor: string | null }>,
) => {
  const pages: Entry[][] = [];
  let cursor: string | null = null;
  do {
    const page = await next(cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
};

const afterIndex = (after: { id: string } | null) => entries.findIndex(({ id }) => id === after?.id) + 1;

describe('list', () => {
  it.each([1, 3, 7, 10])('returns each entry once, in pages of %i, by time', async (limit) => {
    const pages = await readAll((cursor) =>
      pager.list({
        order: byTime,
        scope,
        query: { limit, cursor },
        find: async (after, max) => entries.slice(afterIndex(after)).slice(0, max),
      }),
    );

    expect(pages.flat()).toEqual(entries);
    expect(pages.length).toBe(Math.ceil(entries.length / limit));
  });

  it('returns each entry once by position, the first included', async () => {
    const pages = await readAll((cursor) =>
      pager.list({
        order: byPosition,
        scope,
        query: { limit: 3, cursor },
        find: async (after, max) => entries.filter(({ position }) => position > after).slice(0, max),
      }),
    );

    expect(pages.map((page) => page.map(({ position }) => position))).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it('ends a page before it exceeds 8 MiB, but returns at least one entry', async () => {
    const large = entries.map((entry, index) => ({ ...entry, text: 'x'.repeat(index === 0 ? 9e6 : 3e6) }));
    const pages = await readAll((cursor) =>
      pager.list({
        order: byPosition,
        scope,
        query: { limit: 4, cursor },
        find: async (after, max) => large.filter(({ position }) => position > after).slice(0, max),
      }),
    );

    expect(pages.map((page) => page.map(({ position }) => position))).toEqual([[0], [1, 2], [3, 4], [5, 6]]);
  });

  it('rejects a cursor of another list and a changed one', async () => {
    const list = (ofScope: string[], cursor: string | null) =>
      pager.list({
        order: byPosition,
        scope: ofScope,
        query: { limit: 1, cursor },
        find: async () => entries,
      });
    const { nextCursor } = await list(scope, null);

    await expect(list(['things', 'other'], nextCursor)).rejects.toEqual(invalid);
    await expect(list(scope, `${nextCursor}x`)).rejects.toEqual(invalid);
  });
});

describe('read', () => {
  it('returns what was found, and a cursor while there is more', async () => {
    const pages: unknown[] = [];
    const next = async (cursor: string | null) => {
      const page = await pager.read({
        order: byPosition,
        scope,
        cursor,
        find: async (after) => ({
          title: 'found',
          items: entries.slice(after + 1, after + 5),
          hasMore: after + 5 < entries.length,
        }),
      });
      pages.push(page);
      return page;
    };
    await readAll(next);

    expect(pages).toEqual([
      { title: 'found', items: entries.slice(0, 4), nextCursor: expect.any(String) },
      { title: 'found', items: entries.slice(4), nextCursor: null },
    ]);
  });

  it('ends a list whose last entries were deleted while it was read', async () => {
    const find = async () => ({ items: [], hasMore: true });

    await expect(pager.read({ order: byTime, scope, cursor: null, find })).resolves.toEqual({
      items: [],
      nextCursor: null,
    });
  });
});
