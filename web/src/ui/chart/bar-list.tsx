import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import hidden from '../hidden.module.css';
import styles from './bar-list.module.css';

interface Bar {
  key: string;
  name: string;
  /** The length of the bar, 0..1. */
  share: number;
  value: string;
  detail: string;
  /** What a click shows; null: nothing. */
  to: string | null;
  /** What a click does with the name that follows, for screen readers. */
  action: string;
  isSelected: boolean;
  /** Whether the bar is about an improvement or a regression; default: neither. */
  tone?: 'good' | 'danger';
}

/** Ranked bars, which are links. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.to === null ? (
            <div {...frameOf(bar)}>
              <BarContent bar={bar} />
            </div>
          ) : (
            <Link {...frameOf(bar)} to={bar.to} preventScrollReset>
              <BarContent bar={bar} />
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}

function frameOf({ share, isSelected, tone }: Bar) {
  return {
    className: styles.bar ?? '',
    'data-selected': isSelected,
    'data-tone': tone,
    style: { '--share': Math.min(1, Math.max(0, share)) } as CSSProperties,
  };
}

function BarContent({ bar: { name, value, detail, to, action } }: { bar: Bar }) {
  return (
    <>
      <span className={styles.name}>
        {to !== null && <span className={hidden.hidden}>{action} </span>}
        {name}
      </span>{' '}
      <span className={styles.value}>{value}</span> <span className={styles.track} aria-hidden />
      <span className={styles.detail}>{detail}</span>
    </>
  );
}
