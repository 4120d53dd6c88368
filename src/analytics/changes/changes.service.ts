import { type ClusteredOutcomes, emptyOutcomes } from '../../../packages/statistics';
import { ValidationError } from '../../platform/errors/app-error';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import type { AnalyticsQuery } from '../analytics-query';
import type { Interval } from '../interval';
import { storedDimensions } from '../open-snapshot';
import type { AnalyticsDependencies } from '../read-parts';
import { readSegments, type SelectedSegments } from '../read-segments';
import { type IssueCounts, issueCounts } from '../rollup-stats';
import type { Segment, SegmentedRollup, ValuedSegment } from '../segments';
import { narrow, selectMessages } from '../selection';
import { type Concentration, findConcentration } from './concentration';
import { type RateDifference, rateDifference } from './difference';
import { explainChange } from './explain-change';
import { type CountShared, foldCauses } from './fold-causes';
import { type Baseline, baselineOf } from './periods';
import { type RankedCause, rankCauses } from './rank-causes';
import { mapPeriods, type PeriodPair, type PerPeriod, type SegmentPair, segmentKey } from './segment';
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
  /** Null for a sample too. */
  concentration: Concentration | null;
  /** Of the conversations that were counted, the smaller one of both periods; null: all. */
  sampledShare: number | null;
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
  return withinTimeLimit(dependencies.queryTimeoutMs, query.signal, (limit) =>
    explainPeriod(dependencies, { ...query, limit }, period, within),
  );
}

async function explainPeriod(
  dependencies: AnalyticsDependencies,
  { workspaceId, filter, limit, baseline }: Omit<ChangesQuery, 'signal'> & { limit: TimeLimit },
  period: Interval,
  within: ValuedSegment | null,
): Promise<Changes> {
  const windows = { before: baselineOf(period, baseline), after: period };
  const stored = await storedDimensions(dependencies, workspaceId);
  const dimensions = stored.filter((dimension) => dimension !== within?.dimension);
  const common = { workspaceId, within, limit };
  const rollups = {
    before: await readSegments(dependencies, { ...common, dimensions, window: windows.before }),
    after: await readSegments(dependencies, { ...common, dimensions, window: windows.after }),
  };
  const pairs = toPairs(rollups);
  const countShared: CountShared = async (segment, exclusions) => {
    const count = (name: keyof PeriodPair) => {
      const { whole: counted, sampledShare } = rollups[name];
      const messageCount = counted.sums.messages / (sampledShare ?? 1);
      const counts = judgedIn(rollups[name], segment);
      const shared = { segment, exclusions, counts, dimensions, messageCount };
      return countSharedReplies(dependencies, { ...common, window: windows[name] }, shared);
    };
    return { before: await count('before'), after: await count('after') };
  };
  const whole = mapPeriods((name) => rollups[name].whole.conversations.judged);
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
    concentration:
      rollups.after.sampledShare === null
        ? await findConcentration(dependencies, { ...common, window: period }, whole.after)
        : null,
    sampledShare: minShare(rollups),
  };
}

function minShare({ before, after }: PerPeriod<SelectedSegments>): number | null {
  const shares = [before, after].flatMap(({ sampledShare }) => sampledShare ?? []);
  return shares.length === 0 ? null : Math.min(...shares);
}

/**
 * The segments of either period. A value that may be in the rest of one of them is not comparable, and neither is that
 * rest.
 */
function toPairs(rollups: PerPeriod<SelectedSegments>): SegmentPair[] {
  const segments = new Map<string, Segment>();
  const incomparable = new Set<string>();
  for (const rollup of [rollups.before, rollups.after]) {
    for (const [dimension, values] of rollup.segments) {
      for (const value of values.keys()) {
        segments.set(segmentKey({ dimension, value }), { dimension, value });
        if (value === null || !isPartial(rollups, { dimension, value })) continue;
        incomparable.add(segmentKey({ dimension, value })).add(segmentKey({ dimension, value: null }));
      }
    }
  }
  return [...segments]
    .filter(([key]) => !incomparable.has(key))
    .map(([, segment]) => ({ segment, ...mapPeriods((period) => judgedIn(rollups[period], segment)) }));
}

function isPartial({ before, after }: PerPeriod<SelectedSegments>, segment: ValuedSegment): boolean {
  return before.isPartial(segment) || after.isPartial(segment);
}

/** Whether the evaluated replies of a segment are flagged. */
function judgedIn({ segments }: SegmentedRollup, { dimension, value }: Segment): ClusteredOutcomes {
  return segments.get(dimension)?.get(value)?.conversations.judged ?? emptyOutcomes();
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
