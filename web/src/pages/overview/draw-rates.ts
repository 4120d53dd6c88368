import type uPlot from 'uplot';
import type { ChartData } from './overview-numbers';

const BAND_OPACITY = 0.22;
const FADED = 0.5;
const RADIUS = 3.5;
const LINE_WIDTH = 2;

/** Draws the interval of each bucket over its width; nothing where nothing was judged. */
export function drawBand(plot: uPlot, { points, bucketSeconds }: ChartData, color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = color;
  for (const { start, rate, low, high, isFaded } of points) {
    if (rate === null || low === null || high === null) continue;
    const [left, right] = [start, start + bucketSeconds].map((time) => plot.valToPos(time, 'x', true));
    const [top, bottom] = [high, low].map((value) => plot.valToPos(value, 'rate', true));
    ctx.globalAlpha = isFaded ? FADED * BAND_OPACITY : BAND_OPACITY;
    ctx.fillRect(left ?? 0, top ?? 0, (right ?? 0) - (left ?? 0), Math.max(1, (bottom ?? 0) - (top ?? 0)));
  }
  ctx.restore();
}

/**
 * Draws the rate of each bucket as a point, and lines between neighbors. Rates over few messages are faded; a bucket
 * without a rate is a gap.
 */
export function drawRates(
  plot: uPlot,
  { points, bucketSeconds }: ChartData,
  color: string,
  background: string,
): void {
  const { ctx } = plot;
  const radius = RADIUS * devicePixelRatio;
  const places = points.map(({ start, rate, isFaded }) =>
    rate === null
      ? null
      : {
          x: plot.valToPos(start + bucketSeconds / 2, 'x', true),
          y: plot.valToPos(rate, 'rate', true),
          isFaded,
        },
  );
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = LINE_WIDTH * devicePixelRatio;
  for (const [index, from] of places.entries()) {
    const to = places[index + 1] ?? null;
    if (from === null || to === null) continue;
    ctx.globalAlpha = from.isFaded || to.isFaded ? FADED : 1;
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  }
  for (const place of places) {
    if (place === null) continue;
    const { x, y, isFaded } = place;
    for (const [fill, alpha] of [
      [background, 1],
      [color, isFaded ? FADED : 1],
    ] as const) {
      ctx.globalAlpha = alpha;
      ctx.fillStyle = fill;
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  ctx.restore();
}
