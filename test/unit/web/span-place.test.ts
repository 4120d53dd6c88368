import { type Box, placeTooltip } from '../../../web/src/ui/span-place';
import { fc } from '../../support/property';

const window = { width: 390, height: 800 };
const wholeWindow = { top: 0, left: 0, bottom: 800, right: 390 };
const line = (top: number, left = 100): Box => ({ top, bottom: top + 20, left, right: left + 60 });
const place = (
  lines: Box[],
  height: number,
  { width = 200, sight = wholeWindow, marks = [] as Box[] } = {},
) => placeTooltip(lines, { width, height }, { window, sight, marks });

it('touches its line from above, or from below without room above', () => {
  expect(place([line(300)], 90)).toMatchObject({ top: 210 });
  expect(place([line(40)], 90)).toMatchObject({ top: 60 });
});

it('does not cover the lines of its own mark', () => {
  expect(place([line(40, 200), line(60, 20), line(80, 20)], 90)).toMatchObject({ top: 100, left: 20 });
});

it('is shortened when it fits neither above nor below', () => {
  expect(place([line(500)], 900)).toMatchObject({
    top: 6,
    maxHeight: 494,
  });
  expect(place([line(100)], 900)).toMatchObject({
    top: 120,
    maxHeight: 674,
  });
});

it('uses the first visible line, and none while none is visible', () => {
  const sight = { ...wholeWindow, top: 200, bottom: 400 };

  expect(place([line(170), line(190), line(210)], 50, { sight })).toMatchObject({ top: 140 });
  expect(place([line(150), line(400)], 50, { sight })).toBeNull();
});

it('covers fewer marks when both sides have room', () => {
  expect(place([line(300)], 90, { marks: [line(270)] })).toMatchObject({ top: 320 });
  expect(place([line(300)], 90, { marks: [line(270), line(330)] })).toMatchObject({ top: 210 });
  expect(place([line(300)], 90, { marks: [line(270, 320)] })).toMatchObject({ top: 210 });
  expect(place([line(700)], 90, { marks: [line(670)] })).toMatchObject({ top: 610 });
});

it('stays within the viewport for any line and any size', () => {
  const anyLine = fc.tuple(fc.integer({ min: -10, max: 794 }), fc.integer({ min: -50, max: 380 }));
  const anySize = fc.record({
    width: fc.integer({ min: 1, max: 378 }),
    height: fc.integer({ min: 1, max: 2000 }),
  });
  fc.assert(
    fc.property(anyLine, anySize, ([top, left], { width, height }) => {
      const found = place([line(top, left)], height, { width });

      expect(found).not.toBeNull();
      if (found === null) return;
      expect(found.left).toBeGreaterThanOrEqual(6);
      expect(found.left + width).toBeLessThanOrEqual(384);
      expect(found.top + Math.min(height, found.maxHeight)).toBeLessThanOrEqual(794);
      if (found.maxHeight > 0) expect(found.top).toBeGreaterThanOrEqual(6);
    }),
  );
});
