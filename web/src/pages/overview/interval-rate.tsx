import { formatInterval, formatShare } from '../../text/numbers';
import styles from './overview.module.css';

interface IntervalRateProps {
  issue_rate: number | null;
  interval_low: number | null;
  interval_high: number | null;
}

/** An issue rate above its interval. */
export function IntervalRate({
  issue_rate: rate,
  interval_low: low,
  interval_high: high,
}: IntervalRateProps) {
  return (
    <>
      {formatShare(rate)}{' '}
      {rate !== null && <span className={styles.detail}>{formatInterval(low, high)}</span>}
    </>
  );
}
