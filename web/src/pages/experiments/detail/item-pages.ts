type Cursor = string | null;

/**
 * Updates the cursors of pages from the ends of the previous pages; an end is undefined while its page is
 * loading. Items change their status, so a refetched page may end at another item, where the next page has to
 * start. Returns the same array if nothing changed.
 */
export function followPages(
  cursors: readonly Cursor[],
  ends: readonly (Cursor | undefined)[],
): readonly Cursor[] {
  const moved = cursors.findIndex((cursor, index) => {
    const end = index === 0 ? undefined : ends[index - 1];
    return end !== undefined && end !== cursor;
  });
  if (moved === -1) return cursors;
  const begin = ends[moved - 1] ?? null;
  const before = cursors.slice(0, moved);
  return begin === null ? before : [...before, begin, ...cursors.slice(moved + 1)];
}

/**
 * Removes duplicates: the first position with the last value. Pages overlap until moved pages are refetched.
 */
export function dedupeById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
