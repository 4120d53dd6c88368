import type uPlot from 'uplot';
import type { ChartData, ChartFlag } from './chart-data';

const RADIUS = 2.25;
export const STRIP_HEIGHT = 28;
export const STRIP_GAP = 14;

export interface MarkColors {
  line: string;
  bar: string;
  surface: string;
  text: string;
}

/** Draws a dot in each bucket that has a value; it is hollow where the value is about little. */
export function drawDots(
  plot: uPlot,
  { points, bucketSeconds }: ChartData,
  { line, surface }: MarkColors,
): void {
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = line;
  ctx.lineWidth = 1.25 * devicePixelRatio;
  for (const { start, value, isFaded } of points) {
    if (value === null) continue;
    ctx.beginPath();
    const [x, y] = [plot.valToPos(start + bucketSeconds / 2, 'x', true), plot.valToPos(value, 'y', true)];
    ctx.arc(x, y, RADIUS * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = isFaded ? surface : line;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** Draws the counts as bars in a strip below the axis, with the highest count next to it. */
export function drawStrip(
  plot: uPlot,
  { points, bucketSeconds }: ChartData,
  { bar, text }: MarkColors,
): void {
  const { ctx, bbox } = plot;
  const max = Math.max(1, ...points.map(({ count }) => count));
  const pixel = devicePixelRatio;
  const bottom = bbox.top + bbox.height + (STRIP_GAP + STRIP_HEIGHT) * pixel;
  ctx.save();
  ctx.fillStyle = bar;
  for (const { start, count } of points) {
    if (count === 0) continue;
    const [left, right] = [start, start + bucketSeconds].map((time) => plot.valToPos(time, 'x', true)) as [
      number,
      number,
    ];
    const gap = Math.min(2 * pixel, (right - left) / 4);
    const height = Math.max(pixel, (count / max) * STRIP_HEIGHT * pixel);
    ctx.fillRect(left + gap / 2, bottom - height, right - left - gap, height);
  }
  ctx.fillStyle = text;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.fillText(max.toLocaleString('en'), bbox.left - 8 * pixel, bottom);
  ctx.restore();
}

/** Draws a dashed line at each flag; the names are elements above the chart. */
export function drawFlags(plot: uPlot, flags: readonly ChartFlag[], { text }: MarkColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = text;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { at } of flags) {
    const x = Math.round(Math.max(bbox.left, plot.valToPos(at, 'x', true)));
    ctx.beginPath();
    ctx.moveTo(x, 0);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
