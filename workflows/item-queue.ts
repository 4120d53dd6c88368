/** Hands out items in order from pages that are loaded one at a time, each before the last one runs out. */
export class ItemQueue<Item> {
  private page: Item[] = [];
  private loading: Promise<void> | null = null;
  private isExhausted = false;

  constructor(
    private readonly loadAfter: (last: Item | null) => Promise<Item[]>,
    private last: Item | null = null,
  ) {}

  /** The next item, or undefined after the last. */
  async next(): Promise<Item | undefined> {
    while (this.page.length === 0 && !this.isExhausted) {
      this.loading ??= this.load();
      await this.loading;
    }
    return this.page.shift();
  }

  private async load(): Promise<void> {
    try {
      const page = await this.loadAfter(this.last);
      this.page.push(...page);
      this.last = page.at(-1) ?? this.last;
      this.isExhausted = page.length === 0;
    } finally {
      this.loading = null;
    }
  }
}
