import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { getFilterErrors } from '../../text/filter-errors';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { FilterBox } from '../../ui/filter-box';
import { PageHeader } from '../../ui/page-header';
import { NoTraces } from '../../workspace/connect/no-traces';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { FilterFields } from './filter-fields';
import { IssueRate } from './issue-rate';
import { LabelDistribution } from './label-distribution';
import styles from './overview.module.css';
import { filterProblemsQuery, summaryQuery, timeseriesQuery } from './overview-queries';
import { getPeriod, rangeIds, withPeriod } from './period';
import { PeriodChoice } from './period-choice';
import { RecurringFindings } from './recurring-findings';
import { ReviewedPrecision } from './reviewed-precision';
import { Summary } from './summary';
import { Tools } from './tools';

/** Recent issues: how many, by label and by tool. */
export function Overview() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const [range] = useSearchChoice('range', rangeIds);
  const filter = search.get('filter') ?? '';
  const own = { from: search.get('from'), to: search.get('to') };
  const period = getPeriod(range, useCurrentMinute(), own);
  const check = useQuery(filterProblemsQuery(workspace, filter));
  const problems = filter === '' ? [] : (check.data ?? null);
  const isReady = period !== null && problems !== null && problems.length === 0;
  const bounded = isReady ? withPeriod(filter, period) : null;
  const series = useQuery(timeseriesQuery(workspace, bounded));
  const summary = useQuery(summaryQuery(workspace, bounded));
  const isEmpty = filter === '' && summary.data?.message_count === 0;
  // A time bound in the filter conflicts with the period; only the combined filter shows it.
  const late = series.error instanceof ApiError ? getFilterErrors(series.error.detail) : [];
  const errors =
    bounded === null ? (problems ?? []) : late.map((problem) => ({ ...problem, position: null }));
  return (
    <>
      <PageHeader title="Overview" />
      <div className={styles.controls}>
        <PeriodChoice />
        <FilterBox
          label="Filter by messages"
          value={filter}
          errors={errors}
          placeholder='For example: role = assistant AND tool_name = "create_shipment"'
          onApply={(applied) => change({ filter: applied })}
        />
        <FilterFields />
      </div>
      {check.error !== null && <ErrorNotice error={check.error} onRetry={check.refetch} />}
      {period === null && <EmptyState title="No period selected">Choose a start before the end.</EmptyState>}
      {isEmpty && <NoTraces title="No messages in this period" />}
      {isReady && !isEmpty && bounded !== null && late.length === 0 && (
        <div className={styles.panels}>
          <Summary series={series.data} filter={bounded} />
          <IssueRate series={series} />
          <LabelDistribution filter={bounded} />
          <Tools filter={bounded} />
          <ReviewedPrecision filter={bounded} />
          <RecurringFindings filter={bounded} />
        </div>
      )}
    </>
  );
}

const MINUTE = 60_000;

/** The current time in milliseconds, updated every minute while the tab is visible. */
function useCurrentMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    }, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
