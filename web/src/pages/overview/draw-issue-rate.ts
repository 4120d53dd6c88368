import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount, formatInterval, formatShare, NO_VALUE } from '../../text/numbers';
import { formatTime, formatUtcDay } from '../../text/times';
import { drawBand, drawRates } from './draw-rates';
import { type ChartData, DAY_SECONDS } from './overview-numbers';

const HEIGHT = 260;
const TICK_WIDTH = 72;

/**
 * Draws the issue rate (`toChartData`) into an element, following its width and the theme. Returns a function
 * that removes the chart.
 */
export function drawIssueRate(container: HTMLElement, chart: ChartData): () => void {
  const create = () => new uPlot(buildOptions(container, chart), toSeries(chart), container);
  let plot = create();
  const redraw = () => {
    plot.destroy();
    plot = create();
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

/** Each bucket is at its middle. */
function toSeries({ bucketSeconds, points }: ChartData): uPlot.AlignedData {
  return [
    points.map(({ start }) => start + bucketSeconds / 2),
    points.map(({ evaluated }) => evaluated),
    points.map(({ rate }) => rate),
    points.map(({ low }) => low),
    points.map(({ notJudgeable }) => notJudgeable),
  ];
}

function buildOptions(container: HTMLElement, chart: ChartData): uPlot.Options {
  const color = (token: string) => resolveColor(container, token);
  const axis = { stroke: color('--text-2'), font: `12px ${getComputedStyle(container).fontFamily}` };
  const grid = { stroke: color('--border'), width: 1 };
  const rateColor = color('--mark-1-line');
  const { bucketSeconds, points, maxRate } = chart;
  const isDaily = bucketSeconds % DAY_SECONDS === 0;
  const [first, last] = [points[0]?.start ?? 0, (points.at(-1)?.start ?? 0) + bucketSeconds];
  return {
    width: container.clientWidth,
    height: HEIGHT,
    // Days are in UTC; an axis in the local time zone would misplace their ticks.
    ...(isDaily ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(1000 * seconds), 'Etc/UTC') } : {}),
    scales: {
      x: { range: () => [first, last] },
      rate: { range: () => [0, maxRate] },
      // Keeps the bars low, so that the line stays readable.
      count: { range: (_plot, _min, max) => [0, Math.max(max ?? 0, 1) * 2.5] },
    },
    cursor: { y: false },
    hooks: {
      drawAxes: [(plot) => drawBand(plot, chart, rateColor)],
      draw: [(plot) => drawRates(plot, chart, rateColor, color('--surface'))],
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: grid,
        space: TICK_WIDTH,
        values: (_plot, times) => times.map((seconds) => formatTick(new Date(1000 * seconds), isDaily)),
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
        label: isDaily ? 'From day (UTC)' : 'Start',
        value: (_plot, middle) =>
          middle == null ? NO_VALUE : formatBucketStart(1000 * (middle - bucketSeconds / 2), isDaily),
      },
      {
        label: 'Evaluated messages',
        scale: 'count',
        fill: color('--border-strong'),
        width: 0,
        ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.6, 32] }) }),
        points: { show: false },
        value: (_plot, count) => formatCount(count),
      },
      {
        // Drawn by `drawRates`, which fades it; the stroke is for the legend.
        ...legendOnly,
        label: 'Issue rate',
        stroke: rateColor,
        value: (_plot, rate) => formatShare(rate),
      },
      {
        ...legendOnly,
        label: '95% interval',
        value: (_plot, _low, _series, index) => formatPointInterval(points[index ?? -1]),
      },
      { ...legendOnly, label: 'Not judgeable', value: (_plot, count) => formatCount(count) },
    ],
  };
}

const legendOnly = {
  scale: 'rate',
  auto: false,
  points: { show: false },
  paths: () => null,
} satisfies uPlot.Series;

function formatPointInterval(point: ChartData['points'][number] | undefined): string {
  if (point?.rate == null) return NO_VALUE;
  return formatInterval(point.low, point.high);
}

const formatPercent = (rate: number) => `${Number((100 * rate).toFixed(1))}%`;

/** Formats the start of a bucket: a UTC date for days, local time otherwise. */
function formatBucketStart(milliseconds: number, isDaily: boolean): string {
  const start = new Date(milliseconds).toISOString();
  return isDaily ? formatUtcDay(start) : formatTime(start);
}

/** Formats a tick: a date at midnight, a time otherwise. */
function formatTick(time: Date, isDaily: boolean): string {
  if (isDaily) return utcDayFormat.format(time);
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
