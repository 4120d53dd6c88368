/**
 * Records changes of collections that hold only for one reply, so that they can be undone. Outside of a trial nothing is
 * recorded, and changes stay.
 */
export class UndoLog {
  private undos: (() => void)[] | null = null;
  private readonly settledLengths = new Map<readonly unknown[], number>();
  private isPaused = false;

  /** Changes from here on are undone by `undo`. */
  begin(): void {
    this.undos = [];
  }

  /** Undoes all changes since `begin`, the last first; none without a trial. */
  undo(): void {
    const undos = this.undos ?? [];
    this.undos = null;
    for (let index = undos.length - 1; index >= 0; index -= 1) (undos[index] as () => void)();
    this.settledLengths.clear();
  }

  get isRecording(): boolean {
    return this.undos !== null && !this.isPaused;
  }

  /** What reverses a change that was just made, if it has to be reversed. */
  record(undo: () => void): void {
    if (!this.isPaused) this.undos?.push(undo);
  }

  add<Value>(set: Set<Value>, value: Value): void {
    if (set.has(value)) return;
    set.add(value);
    if (this.isRecording) this.record(() => set.delete(value));
  }

  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    if (this.isRecording) {
      const before = map.get(key);
      this.record(() => (before === undefined ? map.delete(key) : map.set(key, before)));
    }
    map.set(key, value);
  }

  setIfAbsent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    if (!map.has(key)) this.set(map, key, value);
  }

  /** Sets an item of an array that is undefined without it. */
  put<Item>(items: (Item | undefined)[], index: number, item: Item): void {
    if (this.isRecording) {
      const before = items[index];
      this.record(() => {
        items[index] = before;
      });
    }
    items[index] = item;
  }

  push<Item>(items: Item[], item: Item): void {
    if (this.isRecording) {
      if (!this.settledLengths.has(items)) this.settledLengths.set(items, items.length);
      this.record(() => items.pop());
    }
    items.push(item);
  }

  /** Returns what `make` made when it was first called in this trial; after the trial it is made again. */
  oncePerTrial<Value>(make: () => Value): () => Value {
    let made: { value: Value } | null = null;
    return () => {
      if (made === null) {
        made = { value: make() };
        this.record(() => {
          made = null;
        });
      }
      return made.value;
    };
  }

  /** How many items of the list stay when the trial is undone. */
  settledLength(items: readonly unknown[]): number {
    return this.settledLengths.get(items) ?? items.length;
  }

  /** Changes that `change` makes stay, also within a trial: they follow from what stays. */
  keep(change: () => void): void {
    const wasPaused = this.isPaused;
    this.isPaused = true;
    try {
      change();
    } finally {
      this.isPaused = wasPaused;
    }
  }
}

/**
 * Reads a growing list item by item, each once: what it makes of items that stay is permanent, what it makes of the others is
 * undone with them. `read` may look back in the list, but not ahead.
 */
export class Follower<Item> {
  private position = 0;

  constructor(
    private readonly items: readonly Item[],
    private readonly log: UndoLog,
    private readonly read: (item: Item, index: number) => void,
  ) {}

  /** Reads what has been added to the list since the last time, up to item number `end`. */
  update(end = this.items.length): void {
    const settled = Math.min(end, this.log.settledLength(this.items));
    if (this.position < settled) this.log.keep(() => this.readTo(settled));
    if (this.position >= end) return;
    const before = this.position;
    this.log.record(() => {
      this.position = before;
    });
    this.readTo(end);
  }

  private readTo(end: number): void {
    while (this.position < end) {
      this.read(this.items[this.position] as Item, this.position);
      this.position += 1;
    }
  }
}
