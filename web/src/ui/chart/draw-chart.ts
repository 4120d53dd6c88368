import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartData, type ChartFlag, type ChartRange, getExtent } from './chart-data';
import { drawDots, drawFlags, drawStrip, type MarkColors, STRIP_GAP, STRIP_HEIGHT } from './draw-marks';

/** Both as in the style sheet. */
const AXIS_WIDTH = 48;
const END_WIDTH = 12;
const TIMES_HEIGHT = 24;
const TICK_WIDTH = 72;
const MIN_DRAG = 6;
const DAY_SECONDS = 86_400;

interface ChartOptions {
  data: ChartData;
  formatValue: (value: number) => string;
  onHover: (index: number | null) => void;
  /** A range that was dragged. */
  onSelect: (range: ChartRange) => void;
}

export interface DrawnChart {
  /** Marks a bucket and a range, which a drag would do too; null: none. */
  mark(index: number | null, range: ChartRange | null): void;
  /** Replaces the flags, which come later than the data, and keeps what is marked or being dragged. */
  setFlags(flags: readonly ChartFlag[]): void;
  remove(): void;
}

/** Draws a chart over time into an element, whose size and theme it follows. */
export function drawChart(container: HTMLElement, options: ChartOptions): DrawnChart {
  let flags: readonly ChartFlag[] = [];
  const drawing = { ...options, getFlags: () => flags };
  const create = () => new uPlot(buildOptions(container, drawing), toSeries(options.data), container);
  let plot = create();
  const redraw = () => {
    plot.destroy();
    plot = create();
  };
  const size = new ResizeObserver(() => plot.setSize(sizeOf(container)));
  size.observe(container);
  const theme = new MutationObserver(redraw);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', redraw);
  return {
    mark: (index, range) => {
      const { points, bucketSeconds } = options.data;
      const toX = (seconds: number) => plot.valToPos(seconds, 'x');
      const point = index === null ? undefined : points[index];
      if (point !== undefined) plot.setCursor({ left: toX(point.start + bucketSeconds / 2), top: 0 }, false);
      else plot.setCursor({ left: -1, top: -1 }, false);
      const left = range === null ? 0 : toX(points[range.first]?.start ?? 0);
      const right = range === null ? 0 : toX((points[range.last]?.start ?? 0) + bucketSeconds);
      plot.setSelect({ left, width: right - left, top: 0, height: plot.over.clientHeight }, false);
    },
    setFlags: (current) => {
      flags = current;
      plot.redraw(false, true);
    },
    remove: () => {
      system.removeEventListener('change', redraw);
      theme.disconnect();
      size.disconnect();
      plot.destroy();
    },
  };
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });

/** Each bucket is at its middle. */
function toSeries({ bucketSeconds, points }: ChartData): uPlot.AlignedData {
  return [
    points.map(({ start }) => start + bucketSeconds / 2),
    points.map(({ high }) => high),
    points.map(({ low }) => low),
    points.map(({ value }) => value),
  ];
}

interface DrawingOptions extends ChartOptions {
  getFlags: () => readonly ChartFlag[];
}

function buildOptions(container: HTMLElement, { data, getFlags, ...options }: DrawingOptions): uPlot.Options {
  const color = (token: string) => resolveColor(container, token);
  const colors: MarkColors = {
    line: color('--chart-line'),
    bar: color('--chart-bar'),
    surface: color('--surface'),
    text: color('--text-2'),
  };
  const axis = { stroke: colors.text, font: `12px ${getComputedStyle(container).fontFamily}` };
  const grid = { stroke: color('--chart-grid'), width: 1 };
  const curve = { points: { show: false }, ...(uPlot.paths.spline && { paths: uPlot.paths.spline() }) };
  const isDaily = data.bucketSeconds % DAY_SECONDS === 0;
  return {
    ...sizeOf(container),
    padding: [12, END_WIDTH, 0, 0],
    // Days are in UTC; an axis in the local time zone would misplace their ticks.
    ...(isDaily ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(1000 * seconds), 'Etc/UTC') } : {}),
    legend: { show: false },
    scales: { x: { range: () => getExtent(data) }, y: { range: () => [0, data.maxValue] } },
    cursor: { y: false, drag: { x: true, setScale: false, dist: MIN_DRAG }, points: { show: false } },
    hooks: {
      drawAxes: [(plot) => drawFlags(plot, getFlags(), colors)],
      draw: [
        (plot) => {
          drawDots(plot, data, colors);
          plot.ctx.font = `${12 * devicePixelRatio}px ${getComputedStyle(container).fontFamily}`;
          drawStrip(plot, data, colors);
        },
      ],
      setCursor: [
        (plot) => {
          // Without an event the chart was drawn again, which must not lose what the keys have selected.
          if (plot.cursor.event) options.onHover(plot.cursor.idx ?? null);
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < MIN_DRAG) return;
          const [first, last] = [left, left + width].map((x) => indexAt(data, plot.posToVal(x, 'x')));
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          options.onSelect({ first: first ?? 0, last: last ?? 0 });
        },
      ],
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        gap: STRIP_GAP + STRIP_HEIGHT + 6,
        size: STRIP_GAP + STRIP_HEIGHT + TIMES_HEIGHT,
        space: TICK_WIDTH,
        values: (plot, times) =>
          times.map((seconds) => (isCut(plot, seconds) ? '' : formatTick(new Date(1000 * seconds), isDaily))),
      },
      {
        ...axis,
        grid,
        ticks: { show: false },
        gap: 8,
        size: AXIS_WIDTH,
        space: 44,
        values: (_plot, values) => values.map(options.formatValue),
      },
    ],
    series: [
      {},
      { ...curve, width: 0, stroke: 'transparent' },
      { ...curve, width: 0, stroke: 'transparent' },
      { ...curve, width: 1.5, stroke: colors.line },
    ],
    bands: [{ series: [1, 2], fill: color('--chart-band') }],
  };
}

function indexAt({ points, bucketSeconds }: ChartData, seconds: number): number {
  const index = Math.floor((seconds - (points[0]?.start ?? 0)) / bucketSeconds);
  return Math.min(points.length - 1, Math.max(0, index));
}

/** Whether the name of a time would not fit between its tick and the end. */
function isCut(plot: uPlot, seconds: number): boolean {
  return plot.valToPos(seconds, 'x') + TICK_WIDTH / 3 > plot.width - AXIS_WIDTH;
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

/** Resolves a CSS token to a color for the canvas. Tokens depend on the theme, so only an element resolves them. */
function resolveColor(container: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
