type Cursor = string | null;

/**
 * The cursors of some pages, once it is known where each of them ends: undefined for one that is not loaded. Items
 * come into a status and leave it, so that a page may end elsewhere when it is read anew; the next one begins there.
 * The same array where all of them still do.
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

/** Each item once, where it comes first and as it comes last: pages overlap until those that have moved are read. */
export function dedupeById<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
