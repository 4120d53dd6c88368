/**
 * Divides a list of items into windows, in order. A window has a total size of at most `room`, unless its
 * first item is larger, and begins with the last items of the previous window, up to a size of `overlap`.
 * `from` and `to` are indexes of items, `to` exclusive. Empty for no items.
 */
export function packWindows(
  sizes: readonly number[],
  room: number,
  overlap: number,
): { from: number; to: number }[] {
  const windows: { from: number; to: number }[] = [];
  const sizeOf = (index: number) => sizes[index] ?? 0;
  let from = 0;
  while (from < sizes.length) {
    let to = from + 1;
    let size = sizeOf(from);
    while (to < sizes.length && size + sizeOf(to) <= room) {
      size += sizeOf(to);
      to += 1;
    }
    windows.push({ from, to });
    if (to === sizes.length) break;
    // The overlap must leave room for the next item, or the window would have no new item.
    const repeatable = Math.min(overlap, room - sizeOf(to));
    let repeated = 0;
    let next = to;
    while (next - 1 > from && repeated + sizeOf(next - 1) <= repeatable) {
      next -= 1;
      repeated += sizeOf(next);
    }
    from = next;
  }
  return windows;
}
