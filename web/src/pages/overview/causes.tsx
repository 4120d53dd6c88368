import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { GetResponse } from '../../api/types';
import { formatCount, formatPoints, formatShare, formatSigned } from '../../text/numbers';
import { capitalize } from '../../text/wording';
import { BarList } from '../../ui/chart/bar-list';
import { Loading } from '../../ui/loading';
import { useListState } from '../../workspace/use-list';
import { useWorkspace } from '../../workspace/workspace';
import styles from './causes.module.css';
import { type Dimension, nameDimension, nameValue, tagKeyOf, toChip } from './dimensions';
import { FilterFieldError } from './filter-field-error';
import overview from './overview.module.css';
import { changesQuery } from './overview-queries';
import { describePeriod } from './period';
import { SampledNote } from './sampled-note';
import type { Scope } from './scope';
import { useOverviewLink } from './use-overview-link';

type Changes = GetResponse<'/v1/analytics/changes'>;
type Cause = Changes['causes'][number];

const MAX_CAUSES = 5;

/** What moved the issue rate: ranked bars that are filter chips. */
export function Causes({ scope }: { scope: Scope }) {
  const query = changesQuery(useWorkspace(), scope.bounded);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  return (
    <section className={styles.causes} aria-label="What moved it" aria-busy={isPlaceholderData}>
      <h2>What moved it</h2>
      {error !== null && (
        <FilterFieldError error={error} onRetry={refetch}>
          Periods are compared for all messages, or for those of one prompt, model, agent, tool, parameter,
          label or tag. Remove the rest of the filter.
        </FilterFieldError>
      )}
      {data === undefined && error === null && <Loading label="Comparing with the period before" rows={8} />}
      {data !== undefined && <Ranked changes={data} scope={scope} />}
    </section>
  );
}

function Ranked({ changes, scope }: { changes: Changes; scope: Scope }) {
  const link = useOverviewLink();
  const { causes, concentration, baseline, difference, sampled_share: sampledShare } = changes;
  // One that another explains would name the same replies again.
  const significant = causes
    .filter((cause) => cause.is_significant && cause.explained_by === null)
    .slice(0, MAX_CAUSES);
  const max = Math.max(...significant.map(({ contribution }) => Math.abs(contribution)), Number.MIN_VALUE);
  const bars = significant.map((cause) => {
    const { dimension, value, contribution } = cause;
    const { filter, isSelected } = toChip(scope.filter, dimension, value);
    return {
      key: `${dimension} ${value} ${cause.kind}`,
      name: nameSegment(dimension, value),
      share: Math.abs(contribution) / max,
      value: formatSigned(contribution, formatPoints),
      detail: describeCause(cause),
      to: filter === null ? null : link({ filter }),
      action: 'Filter by',
      tone: contribution > 0 ? ('danger' as const) : ('good' as const),
      isSelected,
    };
  });
  return (
    <>
      {difference === null ? (
        <p className={overview.note}>
          No reply of {describePeriod(baseline)} was judged, so there is nothing to compare with.
        </p>
      ) : (
        <p className={overview.note}>Parts of the difference from {describePeriod(baseline)}.</p>
      )}
      <SampledNote share={sampledShare} />
      {bars.length > 0 && <BarList label="What moved it" bars={bars} />}
      {difference !== null && bars.length === 0 && (
        <p className={overview.note}>
          No prompt, model, agent, tool, parameter, label or chosen tag changed more than chance explains.
        </p>
      )}
      {concentration !== null && <Concentration concentration={concentration} />}
    </>
  );
}

/** "34.0% (52 of 153), before 2.6%", or the rate and how its share of the replies changed. */
function describeCause({ kind, before, after, share_before: from, share_after: to }: Cause): string {
  const { evaluated_message_count: evaluated, flagged_message_count: flagged, issue_rate: rate } = after;
  const now = `${formatShare(rate)} (${formatCount(flagged)} of ${formatCount(evaluated)})`;
  const earlier = `before ${formatShare(before.issue_rate)}`;
  if (kind === 'within') return `${now}, ${earlier}`;
  return `${evaluated > 0 ? now : earlier}. ${formatShare(to)} of replies, before ${formatShare(from)}`;
}

function Concentration({ concentration }: { concentration: NonNullable<Changes['concentration']> }) {
  const { href } = useWorkspace();
  const state = useListState('Overview');
  const { conversation_id: id, flagged_message_count: flagged, of } = concentration;
  return (
    <p className={styles.concentration}>
      <Link to={href(`conversations/${id}`)} state={state}>
        1 conversation
      </Link>{' '}
      has {formatCount(flagged)} of the {formatCount(of)} flagged replies.
    </p>
  );
}

/** "Prompt v4", "Label tool argument fabrication", "channel web" of a tag */
function nameSegment(dimension: string, value: string | null): string {
  const kind = tagKeyOf(dimension) ?? capitalize(nameDimension(dimension as Dimension).one);
  return `${kind} ${value === null ? '(others)' : nameValue(dimension, value)}`;
}
