import type { z } from 'zod';
import type { ClusteredOutcomes } from '../../../packages/statistics';
import { toIssueCountsWire } from '../analytics.mapper';
import type { Interval } from '../interval';
import type { Segment } from '../segments';
import type { changesSchema } from './changes.schema';
import type { Changes, ListedCause } from './changes.service';
import type { RateDifference } from './difference';

type Wire = z.input<typeof changesSchema>;

export function toChangesWire(changes: Changes): Omit<Wire, 'refreshed_through'> {
  const { concentration } = changes;
  return {
    sampled_share: changes.sampledShare,
    period: toPeriodWire(changes.period),
    baseline: toPeriodWire(changes.baseline),
    before: toIssueCountsWire(changes.before),
    after: toIssueCountsWire(changes.after),
    difference: changes.difference && toDifferenceWire(changes.difference),
    causes: changes.causes.map(toCauseWire),
    concentration: concentration && {
      conversation_id: concentration.conversationId,
      flagged_message_count: concentration.flaggedReplies,
      of: concentration.of,
    },
  };
}

function toPeriodWire({ start, end }: Interval): Wire['period'] {
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

function toDifferenceWire({ value, interval: { low, high } }: RateDifference): Wire['difference'] {
  return { value, interval_low: low, interval_high: high, is_significant: low > 0 || high < 0 };
}

function toCauseWire(cause: ListedCause): Wire['causes'][number] {
  return {
    ...toSegmentWire(cause.segment),
    is_other: cause.segment.value === null,
    kind: cause.kind,
    contribution: cause.contribution,
    interval_low: cause.interval.low,
    interval_high: cause.interval.high,
    is_significant: cause.isSignificant,
    explained_by: cause.explainedBy && toSegmentWire(cause.explainedBy),
    before: toCountsWire(cause.counts.before),
    after: toCountsWire(cause.counts.after),
    share_before: cause.share.before,
    share_after: cause.share.after,
    filter: cause.filter,
  };
}

function toSegmentWire({ dimension, value }: Segment) {
  return { dimension, value };
}

function toCountsWire({ outcomes, yes, clusters, yesClusters }: ClusteredOutcomes) {
  return {
    evaluated_message_count: outcomes,
    flagged_message_count: yes,
    issue_rate: outcomes === 0 ? null : yes / outcomes,
    evaluated_conversation_count: clusters,
    flagged_conversation_count: yesClusters,
  };
}
