import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount, formatShare, NO_VALUE } from '../../text/numbers';
import { formatTime, formatUtcDay } from '../../text/times';
import type { Bucket } from './period';

const HEIGHT = 260;
const TICK_WIDTH = 72;

/**
 * Draws the issue rate (`toChartData`) into an element, following its width and the theme. Returns a function
 * that removes the chart.
 */
export function drawIssueRate(container: HTMLElement, data: uPlot.AlignedData, bucket: Bucket): () => void {
  let plot = new uPlot(buildOptions(container, bucket), data, container);
  const redraw = () => {
    plot.destroy();
    plot = new uPlot(buildOptions(container, bucket), data, container);
  };
  const size = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height: HEIGHT }));
  size.observe(container);
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

function buildOptions(container: HTMLElement, bucket: Bucket): uPlot.Options {
  const color = (token: string) => resolveColor(container, token);
  const axis = { stroke: color('--text-2'), font: `12px ${getComputedStyle(container).fontFamily}` };
  const grid = { stroke: color('--border'), width: 1 };
  return {
    width: container.clientWidth,
    height: HEIGHT,
    // Days are in UTC; an axis in the local time zone would misplace their ticks.
    ...(bucket === 'day'
      ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(1000 * seconds), 'Etc/UTC') }
      : {}),
    scales: {
      rate: { range: (_plot, _min, max) => [0, Math.min(100, Math.max(max ?? 0, 1) * 1.1)] },
      // Keeps the bars low, so that the line stays readable.
      count: { range: (_plot, _min, max) => [0, Math.max(max ?? 0, 1) * 1.8] },
    },
    cursor: { y: false },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: grid,
        space: TICK_WIDTH,
        values: (_plot, times) => times.map((seconds) => formatTick(new Date(1000 * seconds), bucket)),
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

/** Formats the start of a bucket: a UTC date for days, local time otherwise. */
function formatBucketStart(milliseconds: number, bucket: Bucket): string {
  const start = new Date(milliseconds).toISOString();
  return bucket === 'day' ? formatUtcDay(start) : formatTime(start);
}

/** Formats a tick: a date at midnight, a time otherwise. */
function formatTick(time: Date, bucket: Bucket): string {
  if (bucket === 'day') return utcDayFormat.format(time);
  const isMidnight = time.getHours() === 0 && time.getMinutes() === 0;
  return isMidnight ? dayFormat.format(time) : timeFormat.format(time);
}

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const utcDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/**
 * Resolves a CSS token to a color for the canvas. Tokens depend on the theme, so only an element resolves
 * them.
 */
function resolveColor(container: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
