import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { useLast } from '../../api/use-last';
import { type FilterError, getFilterErrors } from '../../text/filter-errors';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { FilterBox } from '../../ui/filter-box';
import { Notice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { useSearch } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { Breakdowns } from './breakdowns';
import { Causes } from './causes';
import { FilterFields } from './filter-fields';
import { Headline } from './headline';
import { IssueRate } from './issue-rate';
import styles from './overview.module.css';
import { filterProblemsQuery, summaryQuery, timeseriesQuery } from './overview-queries';
import { PeriodChoice } from './period-choice';
import { RecurringFindings } from './recurring-findings';
import { ReviewedPrecision } from './reviewed-precision';
import { useScope } from './scope';
import { Summary } from './summary';
import { UnevaluatedReplies } from './unevaluated-replies';
import { usePeriod } from './use-period';

/** Recent issues: how many, by label and by tool. */
export function Overview() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const filter = search.get('filter') ?? '';
  const period = usePeriod();
  const check = useQuery(filterProblemsQuery(workspace, filter));
  const problems = filter === '' ? [] : (check.data ?? null);
  const isReady = period !== null && problems !== null && problems.length === 0;
  const scope = useScope(filter, isReady ? period : null);
  const bounded = scope?.bounded ?? null;
  const requestedSeries = useQuery(timeseriesQuery(workspace, bounded));
  // A time bound in the filter conflicts with the period; only the combined filter shows it.
  const periodErrors =
    requestedSeries.error instanceof ApiError ? getFilterErrors(requestedSeries.error.detail, filter) : [];
  const isValid = bounded !== null && periodErrors.length === 0;
  const lastScope = useLast(requestedSeries.isSuccess && !requestedSeries.isPlaceholderData ? scope : null);
  const shown = isValid ? scope : lastScope;
  const summary = useQuery(summaryQuery(workspace, shown?.bounded ?? null));
  // Loading the next minute keeps the empty state.
  const isEmpty = useLast(
    summary.isPlaceholderData ? null : isValid && filter === '' && summary.data?.message_count === 0,
  );
  return (
    <>
      <PageHeader title="Overview" actions={<PeriodChoice shown={period} />} />
      <div className={styles.controls}>
        {period === null && <Notice tone="warn">Choose a start before the end.</Notice>}
        <FilterBox
          label="Filter by messages"
          value={filter}
          errors={bounded === null ? (problems ?? []) : periodErrors.map(toPeriodConflict)}
          placeholder='For example: role = assistant AND tool_name = "create_shipment"'
          onApply={(applied) => change({ filter: applied })}
        />
        <FilterFields />
      </div>
      {check.error !== null && <ErrorNotice error={check.error} onRetry={check.refetch} />}
      {isEmpty === true && (
        <EmptyState title="No messages in this period">Choose a longer or an earlier period.</EmptyState>
      )}
      {shown !== null && isEmpty !== true && (
        <div className={styles.panels} aria-busy={!isValid}>
          <Headline scope={shown} />
          <div className={styles.why}>
            <IssueRate scope={shown} />
            <Causes scope={shown} />
          </div>
          <UnevaluatedReplies scope={shown} />
          <Breakdowns scope={shown} />
          <Summary scope={shown} />
          <ReviewedPrecision filter={shown.bounded} />
          <RecurringFindings filter={shown.bounded} />
        </div>
      )}
    </>
  );
}

function toPeriodConflict(problem: FilterError): FilterError {
  return problem.msg.startsWith('created_at already has')
    ? { ...problem, msg: 'The period above bounds created_at. Remove created_at from the filter.' }
    : problem;
}
