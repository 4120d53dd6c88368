import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ErrorNotice } from '../error-notice';
import styles from './chart.module.css';
import {
  type ChartData,
  type ChartFlag,
  type ChartRange,
  moveIndex,
  placeFlags,
  toPeriod,
  toShare,
} from './chart-data';
import type { DrawnChart } from './draw-chart';

export interface TimeChartProps {
  /** The accessible name. */
  label: string;
  data: ChartData;
  flags: readonly ChartFlag[];
  formatValue: (value: number) => string;
  /** What the hover card shows of a bucket: a title and rows. */
  describe: (index: number) => { title: string; rows: readonly (readonly [name: string, value: string])[] };
  /** Shows what is in a bucket. */
  onOpen: (index: number) => void;
  /** Restricts the chart to a period. */
  onZoom: (period: { from: string; to: string }) => void;
}

/**
 * A line with its interval over a strip of counts. The pointer or the arrow keys show the numbers of a bucket; a drag, or the
 * arrows with Shift and then Enter, zoom; a click or Enter opens a bucket. The library is loaded lazily.
 */
export function TimeChart({ label, data, flags, formatValue, describe, onOpen, onZoom }: TimeChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const [range, setRange] = useState<ChartRange | null>(null);
  const shown = index !== null && index < data.points.length ? index : null;
  const zoom = (selected: ChartRange) => onZoom(toPeriod(data, selected));
  const { container, mark, error } = useDrawnChart({
    data,
    flags,
    formatValue,
    onHover: setIndex,
    onSelect: zoom,
  });
  if (error !== null) return <ErrorNotice error={error} onRetry={() => window.location.reload()} />;

  const select = (selected: number | null, selectedRange: ChartRange | null) => {
    setIndex(selected);
    setRange(selectedRange);
    mark(selected, selectedRange);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveIndex(event.key, shown, data);
    if (moved !== null) {
      const anchor = range === null ? (shown ?? moved) : range.first === shown ? range.last : range.first;
      const extended = { first: Math.min(anchor, moved), last: Math.max(anchor, moved) };
      select(moved, event.shiftKey ? extended : null);
    } else if (event.key === 'Enter' && range !== null) zoom(range);
    else if (event.key === 'Enter' && shown !== null) onOpen(shown);
    else if (event.key === 'Escape' && (range !== null || shown !== null)) select(null, null);
    else return;
    event.preventDefault();
  };
  const card = shown === null ? null : describe(shown);
  const at = shown === null ? 0 : toShare(data, (data.points[shown]?.start ?? 0) + data.bucketSeconds / 2);
  return (
    <div className={styles.chart}>
      <Flags data={data} flags={flags} />
      <div
        ref={container}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={data.points.length - 1}
        aria-valuenow={shown ?? data.points.length - 1}
        aria-valuetext={card === null ? 'No bucket selected' : toText(card)}
        onKeyDown={onKeyDown}
        onBlur={() => select(null, null)}
        onClick={() => {
          if (shown !== null) onOpen(shown);
        }}
      />
      {card !== null && (
        <HoverCard title={card.title} at={at}>
          {card.rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </HoverCard>
      )}
    </div>
  );
}

function toText({ title, rows }: ReturnType<TimeChartProps['describe']>): string {
  return [title, ...rows.map(([name, value]) => `${name} ${value}`)].join(', ');
}

interface DrawnOptions extends Pick<TimeChartProps, 'data' | 'flags' | 'formatValue'> {
  onHover: (index: number | null) => void;
  onSelect: (range: ChartRange) => void;
}

function useDrawnChart(options: DrawnOptions) {
  const { data, flags, formatValue } = options;
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart | null>(null);
  const current = useRef(options);
  current.current = options;
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('./draw-chart')
      .then(({ drawChart }) => {
        if (isUnmounted || container.current === null) return;
        drawn.current = drawChart(container.current, {
          data,
          formatValue,
          onHover: (hovered) => current.current.onHover(hovered),
          onSelect: (selected) => current.current.onSelect(selected),
        });
        drawn.current.setFlags(current.current.flags);
      })
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))));
    return () => {
      isUnmounted = true;
      drawn.current?.remove();
      drawn.current = null;
    };
  }, [data, formatValue]);
  useEffect(() => drawn.current?.setFlags(flags), [flags]);
  const mark: DrawnChart['mark'] = (index, range) => drawn.current?.mark(index, range);
  return { container, mark, error };
}

/** The names of the flags, at their places above the chart. */
function Flags({ data, flags }: Pick<TimeChartProps, 'data' | 'flags'>) {
  return (
    <ul className={styles.flags} aria-label="First appearances">
      {placeFlags(data, flags).map(({ name, to, share, isBefore, row }) => (
        <li
          key={to}
          className={styles.flag}
          data-before={isBefore}
          hidden={row === null}
          style={{ '--at': share, '--row': row ?? 0 } as CSSProperties}
        >
          <Link to={to} title={`${name} first appeared here`}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function HoverCard({ title, at, children }: { title: string; at: number; children: ReactNode }) {
  return (
    <div className={styles.card} data-end={at > 0.6} style={{ '--at': at } as CSSProperties} aria-hidden>
      <p>{title}</p>
      <dl>{children}</dl>
    </div>
  );
}
