/** Lists differ in the name of the field of the cursor. */
interface Page {
  items: unknown[];
  next_page_cursor?: string | null;
  next_cursor?: string | null;
}

/** A list of the service, read page by page as it is iterated. */
export class PagedList<Item, ListPage extends { items: Item[] }> implements AsyncIterable<Item> {
  constructor(private readonly readPage: (cursor: string | null) => Promise<ListPage>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The pages of the list, each with the cursor of the next one. */
  async *pages(): AsyncGenerator<ListPage, void> {
    let cursor: string | null = null;
    do {
      const page: ListPage = await this.readPage(cursor);
      yield page;
      cursor = nextCursor(page);
    } while (cursor !== null);
  }

  async toArray(): Promise<Item[]> {
    const all: Item[] = [];
    for await (const item of this) all.push(item);
    return all;
  }
}

/** Null after the last page. */
function nextCursor(page: Page): string | null {
  return page.next_page_cursor ?? page.next_cursor ?? null;
}
