import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error';
import type { GetResponse } from '../../api/types';
import { getFilterErrors } from '../../text/filter-errors';
import { formatCount, formatPoints, formatShare, formatSigned } from '../../text/numbers';
import { humanize } from '../../text/wording';
import { BarList } from '../../ui/chart/bar-list';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { useWorkspace } from '../../workspace/workspace';
import styles from './causes.module.css';
import { conditionOf, type Dimension, dimensionNames, toggleCondition } from './dimensions';
import { changesQuery } from './overview-queries';
import { describePeriod, withPeriod } from './period';
import type { Scope } from './scope';
import { useOverviewLink } from './use-overview-link';

type Changes = GetResponse<'/v1/analytics/changes'>;
type Cause = Changes['causes'][number];

const MAX_CAUSES = 5;

/** What moved the issue rate: ranked bars that are filter chips. */
export function Causes({ scope }: { scope: Scope }) {
  const query = changesQuery(useWorkspace(), withPeriod(scope.filter, scope.period));
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  return (
    <section className={styles.causes} aria-label="What moved it" aria-busy={isPlaceholderData}>
      <h2>What moved it</h2>
      {error !== null && <ChangesError error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Comparing with the period before" rows={8} />}
      {data !== undefined && <Ranked changes={data} scope={scope} />}
    </section>
  );
}

function Ranked({ changes, scope }: { changes: Changes; scope: Scope }) {
  const link = useOverviewLink();
  const { causes, concentration, baseline, difference } = changes;
  // One that another explains would name the same replies again.
  const significant = causes
    .filter((cause) => cause.is_significant && cause.explained_by === null)
    .slice(0, MAX_CAUSES);
  const max = Math.max(...significant.map(({ contribution }) => Math.abs(contribution)), Number.MIN_VALUE);
  const bars = significant.map((cause) => {
    const { dimension, value, contribution } = cause;
    const condition = value === null ? null : conditionOf(dimension, value);
    return {
      key: `${dimension} ${value} ${cause.kind}`,
      name: nameSegment(dimension, value),
      share: Math.abs(contribution) / max,
      value: formatSigned(contribution, formatPoints),
      detail: describeCause(cause),
      to: link({ filter: condition === null ? scope.filter : toggleCondition(scope.filter, condition) }),
      action: 'Filter by',
      tone: contribution > 0 ? ('danger' as const) : ('good' as const),
      isSelected: condition !== null && scope.filter.includes(condition),
    };
  });
  return (
    <>
      {difference === null ? (
        <p className={styles.note}>
          No reply of {describePeriod(baseline)} was judged, so there is nothing to compare with.
        </p>
      ) : (
        <p className={styles.note}>Parts of the difference from {describePeriod(baseline)}.</p>
      )}
      {bars.length > 0 && <BarList label="What moved it" bars={bars} />}
      {difference !== null && bars.length === 0 && (
        <p className={styles.note}>
          No prompt, model, agent, tool or label changed more than chance explains.
        </p>
      )}
      {concentration !== null && <Concentration concentration={concentration} />}
    </>
  );
}

function ChangesError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (!(error instanceof ApiError) || getFilterErrors(error.detail, '').length === 0)
    return <ErrorNotice error={error} onRetry={onRetry} />;
  return (
    <p className={styles.note}>
      Periods are compared for all messages, or for those of one prompt, model, agent, tool, parameter, label
      or tag. Remove the rest of the filter.
    </p>
  );
}

/** "34.0% (52 of 153), before 2.6%", or how its share of the replies changed. */
function describeCause({ kind, before, after, share_before: from, share_after: to }: Cause): string {
  if (kind === 'mix') return `${formatShare(to)} of replies, before ${formatShare(from)}`;
  const counts = `${formatCount(after.flagged_message_count)} of ${formatCount(after.evaluated_message_count)}`;
  return `${formatShare(after.issue_rate)} (${counts}), before ${formatShare(before.issue_rate)}`;
}

function Concentration({ concentration }: { concentration: NonNullable<Changes['concentration']> }) {
  const { href } = useWorkspace();
  const { conversation_id: id, flagged_message_count: flagged, of } = concentration;
  return (
    <p className={styles.concentration}>
      <Link to={href(`conversations/${id}`)}>1 conversation</Link> has {formatCount(flagged)} of the{' '}
      {formatCount(of)} flagged replies.
    </p>
  );
}

/** "Prompt v4", "Label tool argument fabrication", "channel web" of a tag */
function nameSegment(dimension: string, value: string | null): string {
  const kind = dimensionNames[dimension as Dimension]?.one ?? dimension.replace(/^tag:/, '');
  return `${kind} ${value === null ? '(others)' : dimension === 'label' ? humanize(value) : value}`;
}
