/** A rectangle in CSS pixels of the viewport. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The position of a tooltip in CSS pixels of the viewport. */
export interface TooltipPlace {
  top: number;
  left: number;
  maxHeight: number;
}

/** What the position depends on; boxes are in CSS pixels of the viewport. */
export interface Surroundings {
  window: { width: number; height: number };
  /** The visible area of the text. */
  sight: Box;
  /** The other marks. A tooltip accepts the pointer, so it should not cover them. */
  marks: readonly Box[];
}

/** Distance to the edges of the viewport. */
const EDGE_PX = 6;

/**
 * Places a tooltip above the first visible line, or below the last one if that covers fewer marks. If only
 * one side has room, it is chosen; if none has, the larger one. Stays within the viewport. Null while no line
 * is visible.
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
