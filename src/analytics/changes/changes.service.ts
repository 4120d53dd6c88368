import { type ClusteredOutcomes, emptyOutcomes } from '../../../packages/statistics';
import { ValidationError } from '../../platform/errors/app-error';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { AnalyticsQuery } from '../analytics.service';
import type { Interval } from '../interval';
import { CHOSEN_TAGS } from '../open-snapshot';
import type { AnalyticsDependencies } from '../read-parts';
import { readSegments } from '../read-segments';
import { emptyRollup, type Rollup } from '../rollup';
import { type IssueCounts, issueCounts } from '../rollup-stats';
import { dimensionsWith, type Segment, type SegmentedRollup } from '../segments';
import { selectMessages, toFilter, type ValuedSegment } from '../selection';
import { type Concentration, findConcentration } from './concentration';
import { type RateDifference, rateDifference } from './difference';
import { explainChange } from './explain-change';
import { type CountShared, foldCauses } from './fold-causes';
import { type Baseline, baselineOf } from './periods';
import { type RankedCause, rankCauses } from './rank-causes';
import { type PeriodPair, type SegmentPair, segmentKey } from './segment';
import { countSharedReplies } from './shared-replies';

const MAX_CAUSES = 50;

export interface ChangesQuery extends AnalyticsQuery {
  baseline: Baseline;
}

export type ListedCause = RankedCause & {
  /** A message filter of the period's messages in the segment; null for the rest of a dimension. */
  filter: string | null;
};

export interface Changes {
  period: Interval;
  baseline: Interval;
  before: IssueCounts;
  after: IssueCounts;
  /** Null if a period has no evaluated reply. */
  difference: RateDifference | null;
  causes: ListedCause[];
  concentration: Concentration | null;
}

export type ChangesService = ReturnType<typeof createChangesService>;

/** Explains why the rate of a period differs from that of another one. */
export function createChangesService(dependencies: AnalyticsDependencies) {
  return { explain: explain.bind(null, dependencies) };
}

/**
 * @throws ValidationError for a filter with other conditions than bounds of time and one value of a dimension
 * @throws AppError query_timeout
 */
async function explain(dependencies: AnalyticsDependencies, query: ChangesQuery): Promise<Changes> {
  const { window: period, segment: within, isTimeOnly } = selectMessages(query.filter);
  if (within === null && !isTimeOnly) throw notOneValue(query.filter);
  // One limit for all reads.
  return withinTimeLimit(dependencies.queryTimeoutMs, query.signal, ({ signal }) =>
    explainPeriod(dependencies, { ...query, signal }, period, within),
  );
}

async function explainPeriod(
  dependencies: AnalyticsDependencies,
  { workspaceId, filter, signal, baseline }: ChangesQuery,
  period: Interval,
  within: ValuedSegment | null,
): Promise<Changes> {
  const windows = { before: baselineOf(period, baseline), after: period };
  const dimensions = dimensionsWith(dependencies.tagKeys ?? CHOSEN_TAGS).filter(
    (dimension) => dimension !== within?.dimension,
  );
  const common = { workspaceId, within, signal };
  const rollups = {
    before: await readSegments(dependencies, { ...common, dimensions, window: windows.before }),
    after: await readSegments(dependencies, { ...common, dimensions, window: windows.after }),
  };
  const pairs = toPairs(rollups);
  const countShared: CountShared = async (segment, others) => {
    const pair = pairs.find((one) => segmentKey(one.segment) === segmentKey(segment));
    const count = (name: keyof PeriodPair) => {
      const messageCount = rollups[name].whole.sums.messages;
      const counts = pair?.[name] ?? emptyOutcomes();
      const shared = { segment, others, counts, dimensions, messageCount };
      return countSharedReplies(dependencies, { ...common, window: windows[name] }, shared);
    };
    return { before: await count('before'), after: await count('after') };
  };
  const whole = { before: judgedOf(rollups.before.whole), after: judgedOf(rollups.after.whole) };
  const causes = await foldCauses(explainChange(whole, pairs), countShared);
  return {
    period,
    baseline: windows.before,
    before: issueCounts(rollups.before.whole),
    after: issueCounts(rollups.after.whole),
    difference: rateDifference(whole),
    causes: rankCauses(causes, MAX_CAUSES).map((cause) => ({
      ...cause,
      filter: narrow(filter, cause.segment),
    })),
    concentration: await findConcentration(dependencies, { ...common, window: period }, whole.after),
  };
}

/** The segments of either period. */
function toPairs(rollups: { before: SegmentedRollup; after: SegmentedRollup }): SegmentPair[] {
  const segments = new Map<string, Segment>();
  for (const rollup of [rollups.before, rollups.after]) {
    for (const [dimension, values] of rollup.segments) {
      for (const value of values.keys()) segments.set(segmentKey({ dimension, value }), { dimension, value });
    }
  }
  return [...segments.values()].map((segment) => {
    const find = (period: keyof PeriodPair) =>
      judgedOf(rollups[period].segments.get(segment.dimension)?.get(segment.value) ?? emptyRollup());
    return { segment, before: find('before'), after: find('after') };
  });
}

function judgedOf({ conversations }: Rollup): ClusteredOutcomes {
  return conversations.judged;
}

function narrow(filter: string, { dimension, value }: Segment): string | null {
  return value === null ? null : `${filter} AND ${toFilter({ dimension, value })}`;
}

function notOneValue(filter: string): ValidationError {
  const error =
    'the filter may have bounds of created_at and one value of model, agent_name, tool_name, parameter_name, label, ' +
    'prompt_version or a tag';
  return new ValidationError([
    {
      loc: ['query', 'filter'],
      msg: `Value error, ${error}`,
      type: 'value_error',
      input: filter,
      ctx: { error },
    },
  ]);
}
