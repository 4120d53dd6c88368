import { useEffect, useRef, useState } from 'react';
import type { GetResponse } from '../../api/types';
import { ErrorNotice } from '../../ui/error-notice';
import styles from './overview.module.css';
import { toChartData } from './overview-numbers';

/** The issue rate with its interval over bars of evaluated messages. The chart library is loaded lazily. */
export function IssueRateChart({ series }: { series: GetResponse<'/v1/analytics/issues-timeseries'> }) {
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    let remove = () => {};
    import('./draw-issue-rate')
      .then(({ drawIssueRate }) => {
        if (isUnmounted || container.current === null) return;
        remove = drawIssueRate(container.current, toChartData(series));
      })
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))));
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [series]);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => window.location.reload()} />;
  return (
    <div
      ref={container}
      className={styles.chart}
      role="img"
      aria-label="Issue rate and number of evaluated messages over time. The table view has the same numbers."
    />
  );
}
