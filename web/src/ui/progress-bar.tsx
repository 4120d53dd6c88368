import { Label } from 'react-aria-components/Label';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  label: string;
  value: number;
  total: number;
  /** The failed part of `value`; shown in another color. */
  failed?: number;
}

/** A progress bar with its numbers. One that has ended well is its numbers only. */
export function ProgressBar({ label, value, total, failed = 0 }: ProgressBarProps) {
  const share = (count: number) => (total === 0 ? 0 : (100 * count) / total);
  return (
    <AriaProgressBar
      className={styles.progress ?? ''}
      data-done={value >= total && failed === 0}
      value={value}
      minValue={0}
      maxValue={Math.max(total, 1)}
      valueLabel={`${value.toLocaleString()} of ${total.toLocaleString()}`}
    >
      {({ valueText }) => (
        <>
          <Label className={styles.label}>{label}</Label>
          <span className={styles.value}>{valueText}</span>
          <div className={styles.track}>
            <div className={styles.done} style={{ width: `${share(value - failed)}%` }} />
            <div className={styles.failed} style={{ width: `${share(failed)}%` }} />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
