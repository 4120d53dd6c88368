import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount, formatShare, NO_VALUE } from '../../text/numbers';
import { formatTime, formatUtcDay } from '../../text/times';
import type { Bucket } from './period';

const HEIGHT = 260;
const TICK_WIDTH = 72;

/**
 * Draws the issue rate (`toChartData`) into a place, as wide as that is, in the colours of the theme. Follows both.
 * Returns what removes it.
 */
export function drawIssueRate(place: HTMLElement, data: uPlot.AlignedData, bucket: Bucket): () => void {
  let plot = new uPlot(buildOptions(place, bucket), data, place);
  const redraw = () => {
    plot.destroy();
    plot = new uPlot(buildOptions(place, bucket), data, place);
  };
  const size = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  size.observe(place);
  const theme = new MutationObserver(redraw);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', redraw);
  return () => {
    system.removeEventListener('change', redraw);
    theme.disconnect();
    size.disconnect();
    plot.destroy();
  };
}

function buildOptions(place: HTMLElement, bucket: Bucket): uPlot.Options {
  const color = (token: string) => resolveColor(place, token);
  const axis = { stroke: color('--text-2'), font: `12px ${getComputedStyle(place).fontFamily}` };
  const grid = { stroke: color('--border'), width: 1 };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    // The days are of UTC: an axis of the viewer's zone would set their marks beside them.
    ...(bucket === 'day'
      ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(1000 * seconds), 'Etc/UTC') }
      : {}),
    scales: {
      rate: { range: (_plot, _least, most) => [0, Math.min(100, Math.max(most ?? 0, 1) * 1.1)] },
      // The bars stay low, so that the line is easy to follow.
      count: { range: (_plot, _least, most) => [0, Math.max(most ?? 0, 1) * 1.8] },
    },
    cursor: { y: false },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: grid,
        space: TICK_WIDTH,
        values: (_plot, moments) => moments.map((seconds) => formatTick(new Date(1000 * seconds), bucket)),
      },
      {
        ...axis,
        scale: 'rate',
        grid,
        ticks: grid,
        size: 56,
        values: (_plot, rates) => rates.map(formatPercent),
      },
      { ...axis, scale: 'count', side: 1, grid: { show: false }, ticks: grid, size: 56 },
    ],
    series: [
      {
        label: bucket === 'day' ? 'Day (UTC)' : 'Start',
        value: (_plot, seconds) => (seconds == null ? NO_VALUE : formatBucketStart(1000 * seconds, bucket)),
      },
      {
        label: 'Evaluated messages',
        scale: 'count',
        fill: color('--border'),
        width: 0,
        ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.8, 48] }) }),
        points: { show: false },
        value: (_plot, count) => formatCount(count),
      },
      {
        label: 'Issue rate',
        scale: 'rate',
        stroke: color('--mark-1-line'),
        width: 2,
        spanGaps: true,
        points: { show: true, size: 6, fill: color('--mark-1-line') },
        value: (_plot, rate) => formatShare(rate == null ? null : rate / 100),
      },
    ],
  };
}

const formatPercent = (rate: number) => `${Number(rate.toFixed(1))}%`;

/** When a bucket begins: a day of UTC by its date, another in the viewer's zone. */
function formatBucketStart(milliseconds: number, bucket: Bucket): string {
  const start = new Date(milliseconds).toISOString();
  return bucket === 'day' ? formatUtcDay(start) : formatTime(start);
}

/** What a moment on the axis is called: a day by its date, another moment by its time. */
function formatTick(moment: Date, bucket: Bucket): string {
  if (bucket === 'day') return utcDayFormat.format(moment);
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return isMidnight ? dayFormat.format(moment) : timeFormat.format(moment);
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const utcDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** A color as a canvas takes it: tokens have a value for each theme, which only an element resolves. */
function resolveColor(place: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
