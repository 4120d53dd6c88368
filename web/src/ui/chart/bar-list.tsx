import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import hidden from '../hidden.module.css';
import styles from './bar-list.module.css';

export interface Bar {
  key: string;
  name: ReactNode;
  /** The length of the bar, 0..1. */
  share: number;
  value: string;
  detail?: ReactNode;
  /** What a click shows. */
  to: string;
  /** What a click does with the name that follows, for screen readers. */
  action: string;
  isSelected?: boolean;
  /** Whether the bar is about an improvement or a regression; default: neither. */
  tone?: 'good' | 'danger';
}

/** Ranked bars, each of which is a link. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {bars.map(({ key, name, share, value, detail, to, action, isSelected = false, tone }) => (
        <li key={key}>
          <Link
            className={styles.bar}
            to={to}
            preventScrollReset
            data-selected={isSelected}
            data-tone={tone}
            style={{ '--share': Math.min(1, Math.max(0, share)) } as CSSProperties}
          >
            <span className={styles.name}>
              <span className={hidden.hidden}>{action} </span>
              {name}
            </span>{' '}
            <span className={styles.value}>{value}</span> <span className={styles.track} aria-hidden />
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </Link>
        </li>
      ))}
    </ol>
  );
}
