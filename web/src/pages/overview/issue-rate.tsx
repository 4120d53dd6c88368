import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { formatCount, formatInterval, formatShare } from '../../text/numbers';
import { formatTime, formatUtcDay } from '../../text/times';
import { toPeriod } from '../../ui/chart/chart-data';
import { TimeChart, type TimeChartProps } from '../../ui/chart/time-chart';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Segmented } from '../../ui/segmented';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { formatConversationCounts } from './conversation-rate';
import { FlagsNote } from './flags-note';
import styles from './overview.module.css';
import {
  DAY_SECONDS,
  formatBucketSize,
  MIN_EVALUATED,
  type Series,
  toChartData,
  trimSeries,
} from './overview-numbers';
import { timeseriesQuery } from './overview-queries';
import { SampledNote } from './sampled-note';
import { intersect, type Scope, useScopeLinks } from './scope';
import { useFlags } from './use-flags';

const views = ['chart', 'table'] as const;

// The chart is the default.
const BucketTable = lazy(async () => ({ default: (await import('./bucket-table')).BucketTable }));

/** The issue rate over time, as a chart or a table. */
export function IssueRate({ scope }: { scope: Scope }) {
  const [view, setView] = useSearchChoice('view', views);
  const query = timeseriesQuery(useWorkspace(), scope.bounded);
  // The query keeps the trimmed series, because the chart is drawn again for a new object.
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...query, select: trimSeries });
  return (
    <section
      className={styles.panel}
      aria-label="Issue rate over time"
      aria-busy={isPlaceholderData}
      data-view={view}
    >
      <div className={styles.head}>
        <h2>Issue rate over time</h2>
        <Segmented
          label="View"
          value={view}
          options={[
            { id: 'chart', name: 'Chart' },
            { id: 'table', name: 'Table' },
          ]}
          onChange={setView}
        />
      </div>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading issue rate" rows={10} />}
      {data !== undefined && error === null && <Buckets series={data} view={view} scope={scope} />}
    </section>
  );
}

interface BucketsProps {
  series: Series;
  view: (typeof views)[number];
  scope: Scope;
}

function Buckets({ series, view, scope }: BucketsProps) {
  const { buckets, bucket_seconds: bucketSeconds, total, sampled_share: sampledShare } = series;
  const isDaily = bucketSeconds % DAY_SECONDS === 0;
  const { evaluated_message_count: evaluated, not_judgeable_message_count: notJudgeable } = total;
  if (evaluated === 0 && notJudgeable > 0) {
    return (
      <EmptyState title="No judgeable messages in this period">
        The evaluator could judge none of {formatCount(notJudgeable)} messages. Choose a longer period, or
        another evaluator in the workspace settings.
      </EmptyState>
    );
  }
  if (evaluated === 0) {
    return (
      <EmptyState title="No evaluated messages in this period">
        Choose a longer period, or turn on online evaluation in the workspace settings.
      </EmptyState>
    );
  }
  return (
    <>
      {view === 'chart' ? (
        <RateChart series={series} scope={scope} />
      ) : (
        <Suspense fallback={<Loading label="Loading the table" rows={10} />}>
          <BucketTable buckets={buckets} isDaily={isDaily} />
        </Suspense>
      )}
      <p className={styles.note}>
        Buckets of {formatBucketSize(bucketSeconds)} with their 95% intervals, above the number of judged
        messages. A hollow dot is about fewer than {MIN_EVALUATED}.{isDaily && ' Days begin at midnight UTC.'}
      </p>
      <SampledNote share={sampledShare} />
    </>
  );
}

/** The chart; a drag zooms, and a click opens the findings of a bucket. */
function RateChart({ series, scope }: Pick<BucketsProps, 'series' | 'scope'>) {
  const { change } = useSearch();
  const navigate = useNavigate();
  const { findings } = useScopeLinks(scope);
  const data = useMemo(() => toChartData(series), [series]);
  const appearances = useFlags(scope, (data.points[0]?.start ?? 0) + data.bucketSeconds);
  const findingsOf = (index: number) =>
    findings(intersect(scope.period, toPeriod(data, { first: index, last: index })));
  return (
    <>
      <TimeChart
        label="Issue rate over time. The table view has the same numbers."
        data={data}
        flags={appearances.flags}
        formatValue={formatPercent}
        describe={(index) => describeBucket(series, index)}
        onOpen={(index) => navigate(findingsOf(index))}
        onZoom={(period) => change({ range: 'own', ...intersect(scope.period, period) })}
      />
      <FlagsNote filter={scope.filter} appearances={appearances} />
      {series.sampled_share === null && <SampledNote share={appearances.sampledShare} />}
    </>
  );
}

const formatPercent = (rate: number) => `${Number((100 * rate).toFixed(1))}%`;

function describeBucket(
  { buckets, bucket_seconds: bucketSeconds }: Series,
  index: number,
): ReturnType<TimeChartProps['describe']> {
  const bucket = buckets[index];
  if (bucket === undefined) return { title: '', rows: [] };
  const { bucket_start: start, issue_rate: rate, not_judgeable_message_count: notJudgeable } = bucket;
  const title = bucketSeconds % DAY_SECONDS === 0 ? `${formatUtcDay(start)} (UTC)` : formatTime(start);
  const rows: [name: string, value: string | null][] = [
    ['Issue rate', formatShare(rate)],
    ['95% interval', rate === null ? null : formatInterval(bucket.interval_low, bucket.interval_high)],
    ['Judged', formatCount(bucket.evaluated_message_count)],
    ['Flagged', rate === null ? null : formatCount(bucket.flagged_message_count)],
    ['Conversations', rate === null ? null : formatConversationCounts(bucket)],
    ['Not judgeable', notJudgeable === 0 ? null : formatCount(notJudgeable)],
  ];
  return { title, rows: rows.filter((row): row is [string, string] => row[1] !== null) };
}
