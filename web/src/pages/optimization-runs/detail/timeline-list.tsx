import { useEffect, useState } from 'react';
import type { OptimizationRun } from '../../../api/types';
import { Time } from '../../../ui/time';
import { isRunOpen } from '../shared/run-state';
import styles from './optimization-run.module.css';
import { buildTimeline, describeWait } from './timeline';

/** The events of a run and its current state. */
export function Timeline({ run }: { run: OptimizationRun }) {
  const now = useNow(isRunOpen(run));
  const waiting = describeWait(run, now);
  return (
    <section className={styles.panel}>
      <h2>Timeline</h2>
      <ol className={styles.timeline}>
        {buildTimeline(run).map(({ at, title, text, tone }) => (
          <li key={`${at} ${title}`} data-tone={tone}>
            <p className={styles.entry}>{title}</p>
            {text !== null && <p>{text}</p>}
            <p className={styles.when}>
              <Time at={at} />
            </p>
          </li>
        ))}
        {waiting !== null && (
          <li data-tone="waiting">
            <p>{waiting}</p>
          </li>
        )}
      </ol>
    </section>
  );
}

/** The current time in milliseconds, updated every second while enabled. */
function useNow(isEnabled: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isEnabled) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isEnabled]);
  return now;
}
