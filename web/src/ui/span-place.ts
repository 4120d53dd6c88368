/** A rectangle in CSS pixels of the window. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Where a tooltip goes, in CSS pixels of the window. */
export interface TooltipPlace {
  top: number;
  left: number;
  maxHeight: number;
}

/** What a place is chosen by; boxes are in CSS pixels of the window. */
export interface Surroundings {
  window: { width: number; height: number };
  /** The part of the window in which the lines can be seen. */
  sight: Box;
  /** Better left uncovered: the other marks, for a tooltip that can be pointed at keeps the pointer from them. */
  marks: readonly Box[];
}

/** Kept free at the edges of the window. */
const EDGE_PX = 6;

/**
 * Above the first line that can be seen, or below the last one where that covers fewer marks; where only one of them
 * has room it is that one, and the wider where none has. Never beyond the edges of the window. Null while no line can
 * be seen.
 */
export function placeTooltip(
  lines: readonly Box[],
  { width, height }: { width: number; height: number },
  { window, sight, marks }: Surroundings,
): TooltipPlace | null {
  const seen = lines.filter((line) => isTouching(line, sight));
  const [first] = seen;
  const last = seen.at(-1);
  if (first === undefined || last === undefined) return null;
  const room = { above: first.top - EDGE_PX, below: window.height - last.bottom - EDGE_PX };
  const leftOf = (line: Box) => Math.max(EDGE_PX, Math.min(line.left, window.width - width - EDGE_PX));
  const above = { top: first.top - Math.min(height, room.above), left: leftOf(first) };
  const below = { top: last.bottom, left: leftOf(last) };
  const countCovered = ({ top, left }: { top: number; left: number }) =>
    marks.filter((mark) => isTouching(mark, { top, bottom: top + height, left, right: left + width })).length;
  const isAbove =
    height <= Math.min(room.above, room.below)
      ? countCovered(above) <= countCovered(below)
      : height <= room.above || room.above >= room.below;
  return isAbove
    ? { ...above, maxHeight: Math.max(0, room.above) }
    : { ...below, maxHeight: Math.max(0, room.below) };
}

function isTouching(one: Box, other: Box): boolean {
  return one.bottom > other.top && one.top < other.bottom && one.right > other.left && one.left < other.right;
}
