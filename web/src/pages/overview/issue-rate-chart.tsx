import { useEffect, useRef, useState } from 'react';
import type { IssuesBucket } from '../../api/types';
import { ErrorNotice } from '../../ui/error-notice';
import styles from './overview.module.css';
import { toChartData } from './overview-numbers';
import type { Bucket } from './period';

interface IssueRateChartProps {
  bucket: Bucket;
  buckets: readonly IssuesBucket[];
}

/** The issue rate as a line over bars of evaluated messages. The chart library is loaded lazily. */
export function IssueRateChart({ bucket, buckets }: IssueRateChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    let remove = () => {};
    import('./draw-issue-rate')
      .then(({ drawIssueRate }) => {
        if (isUnmounted || container.current === null) return;
        remove = drawIssueRate(container.current, toChartData(buckets), bucket);
      })
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))));
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [bucket, buckets]);
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
