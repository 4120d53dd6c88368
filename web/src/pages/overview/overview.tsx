import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { readFilterFaults } from '../../text/filter-fault';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { FilterBox } from '../../ui/filter-box';
import { PageHeader } from '../../ui/page-header';
import { useChoice, useSearch } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { FilterFields } from './filter-fields';
import { IssueRate } from './issue-rate';
import { LabelDistribution } from './label-distribution';
import styles from './overview.module.css';
import { filterProblemsQuery, timeseriesQuery } from './overview-queries';
import { periodOf, rangeIds, withPeriod } from './period';
import { PeriodChoice } from './period-choice';
import { Summary } from './summary';
import { Tools } from './tools';
import { useMinute } from './use-minute';

/** How much was made up lately, of what kind, and by which tools. */
export function Overview() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const [range] = useChoice('range', rangeIds);
  const filter = search.get('filter') ?? '';
  const own = { from: search.get('from'), to: search.get('to') };
  const period = periodOf(range, useMinute(), own);
  const check = useQuery(filterProblemsQuery(workspace, filter));
  const problems = filter === '' ? [] : (check.data ?? null);
  const isReady = period !== null && problems !== null && problems.length === 0;
  const bounded = isReady ? withPeriod(filter, period) : null;
  const series = useQuery(timeseriesQuery(workspace, bounded, period?.bucket ?? 'hour'));
  // A bound in the filter itself, beside those of the period, is noticed only when both are together.
  const late = series.error instanceof ApiError ? readFilterFaults(series.error.detail) : [];
  const faults = bounded === null ? (problems ?? []) : late.map((fault) => ({ ...fault, position: null }));
  return (
    <>
      <PageHeader title="Overview" />
      <div className={styles.controls}>
        <PeriodChoice />
        <FilterBox
          label="Filter by messages"
          value={filter}
          faults={faults}
          placeholder='For example: role = assistant AND tool_name = "create_shipment"'
          onApply={(applied) => change({ filter: applied })}
        />
        <FilterFields />
      </div>
      {check.error !== null && <ErrorNotice error={check.error} onRetry={check.refetch} />}
      {period === null && <EmptyState title="No period selected">Choose a start before the end.</EmptyState>}
      {bounded !== null && late.length === 0 && (
        <div className={styles.panels}>
          <Summary series={series.data} filter={bounded} />
          <IssueRate series={series} />
          <LabelDistribution filter={bounded} />
          <Tools filter={bounded} />
        </div>
      )}
    </>
  );
}
