import type { AnalyticsQuery } from '../../src/analytics/analytics.service';
import { DAY_MS, HOUR_MS, type Interval } from '../../src/analytics/interval';
import { readSegments } from '../../src/analytics/read-segments';
import { issueCounts } from '../../src/analytics/rollup-stats';
import type { Dimension } from '../../src/analytics/segments';
import { type BucketName, bucketMs } from '../../src/analytics/time-buckets';
import { BASE, timeArbitrary, toolNames } from './analytics-commands';
import {
  annotationsOf,
  latestEvaluations,
  latestVerdicts,
  referenceBuckets,
  referenceIssues,
  referenceJudged,
  referenceLabels,
  referenceParameters,
  referenceSummary,
  referenceToolStats,
  type WrittenMessage,
} from './analytics-reference';
import { type AnalyticsWorld, evaluatorIds } from './analytics-world';
import { fc } from './property';

export interface Window {
  from: number;
  to: number;
  lower: '>' | '>=';
  upper: '<' | '<=';
}

export interface Condition {
  text: string;
  holds: (message: WrittenMessage) => boolean;
}

export const windowArbitrary: fc.Arbitrary<Window> = fc
  .record({
    ends: fc.oneof(
      fc.tuple(timeArbitrary, timeArbitrary),
      fc
        .tuple(timeArbitrary, fc.nat(2 * HOUR_MS))
        .map(([from, length]): [number, number] => [from, from + length]),
      fc.constant([BASE - 30 * DAY_MS, BASE + 30 * DAY_MS] as [number, number]),
    ),
    lower: fc.constantFrom('>' as const, '>=' as const),
    upper: fc.constantFrom('<' as const, '<=' as const),
  })
  .map(({ ends: [one, other], ...signs }) => ({
    from: Math.min(one, other),
    // At least one whole millisecond lies between them, even if both ends are exclusive.
    to: Math.max(one, other, Math.min(one, other) + 2),
    ...signs,
  }));

const isOwn = ({ experimentId }: WrittenMessage) => experimentId === null;
const counts = (message: WrittenMessage) =>
  latestEvaluations(message).map(({ annotations }) => annotations.length);
const tools = ({ calls, results }: WrittenMessage) => [...calls, ...results.map(({ tool }) => tool)];
const labelsOf = (message: WrittenMessage) => annotationsOf(message).map(({ label }) => label);

/** Filters in addition to the bounds, with their meaning. */
export const conditions: Condition[] = [
  { text: 'role = assistant', holds: (message) => isOwn(message) && message.role === 'assistant' },
  { text: 'role != assistant', holds: (message) => isOwn(message) && message.role !== 'assistant' },
  { text: 'tool_name = search', holds: (message) => isOwn(message) && tools(message).includes('search') },
  {
    text: 'NOT tool_name:("book" OR "$where.x")',
    holds: (message) => isOwn(message) && !tools(message).some((tool) => tool !== 'search'),
  },
  { text: 'issue_count = 0', holds: (message) => isOwn(message) && counts(message).includes(0) },
  {
    text: 'issue_count > 1',
    holds: (message) => isOwn(message) && counts(message).some((count) => count > 1),
  },
  {
    text: 'issue_count >= 1',
    holds: (message) => isOwn(message) && counts(message).some((count) => count >= 1),
  },
  {
    text: 'issue_count < 2',
    holds: (message) => isOwn(message) && counts(message).some((count) => count < 2),
  },
  {
    text: 'issue_count <= 1',
    holds: (message) => isOwn(message) && counts(message).some((count) => count <= 1),
  },
  {
    text: 'verdict = not_judgeable',
    holds: (message) =>
      isOwn(message) && latestVerdicts(message).some(({ ending }) => ending === 'not_judgeable'),
  },
  {
    text: 'verdict != completed',
    holds: (message) => isOwn(message) && latestEvaluations(message).length === 0,
  },
  {
    text: 'label:fabrication',
    holds: (message) => isOwn(message) && labelsOf(message).includes('fabrication'),
  },
  {
    text: 'label != fabrication',
    holds: (message) => isOwn(message) && !labelsOf(message).includes('fabrication'),
  },
  { text: 'model:*', holds: (message) => isOwn(message) && message.model !== null },
  { text: 'tags.team = red', holds: (message) => isOwn(message) && message.tags.team === 'red' },
  {
    text: `(evaluator_id = "${evaluatorIds[0]}" OR role = user) AND NOT model = large`,
    holds: (message) =>
      isOwn(message) &&
      (latestVerdicts(message).some(({ evaluatorId }) => evaluatorId === evaluatorIds[0]) ||
        message.role === 'user') &&
      message.model !== 'large',
  },
  { text: 'model = large', holds: (message) => isOwn(message) && message.model === 'large' },
  {
    text: 'parameter_name = city',
    holds: (message) =>
      isOwn(message) && annotationsOf(message).some(({ parameterName }) => parameterName === 'city'),
  },
  { text: 'conversation_type = trace', holds: ({ conversationType }) => conversationType === 'trace' },
  { text: 'conversation_type:*', holds: () => true },
  { text: 'experiment_id:*', holds: (message) => !isOwn(message) },
];

/** No filter in addition to the bounds. */
export const anything: Condition = { text: '', holds: isOwn };

function filterText({ from, to, lower, upper }: Window, { text }: Condition): string {
  const bounds = `created_at ${lower} "${new Date(from).toISOString()}" AND created_at ${upper} "${new Date(to).toISOString()}"`;
  return text === '' ? bounds : `${bounds} AND ${text}`;
}

const unsampled = { sampledShare: null };

/** Runs every query on a window in both workspaces, and compares the results with the reference. */
export async function compareWithReference(
  world: AnalyticsWorld,
  asked: Window,
  condition: Condition,
): Promise<void> {
  const start = asked.from + (asked.lower === '>' ? 1 : 0);
  const end = asked.to + (asked.upper === '<=' ? 1 : 0);
  for (const workspaceId of world.workspaceIds) {
    const messages = world
      .messagesOf(workspaceId)
      .filter((message) => message.createdAt >= start && message.createdAt < end && condition.holds(message));
    const query: AnalyticsQuery = {
      workspaceId,
      filter: filterText(asked, condition),
      signal: new AbortController().signal,
    };

    const judged = referenceJudged(messages);
    expect(await world.analytics.toolStats(query)).toEqual({
      ...judged,
      ...unsampled,
      tools: referenceToolStats(messages),
    });
    expect(await world.analytics.summaryStats(query)).toEqual({
      ...referenceSummary(messages),
      ...unsampled,
    });
    expect(await world.analytics.labelDistribution(query)).toEqual({
      ...judged,
      ...unsampled,
      labels: referenceLabels(messages),
    });
    for (const tool of [...toolNames, 'unknown']) {
      expect(await world.analytics.parameterIssueRates(query, tool)).toEqual({
        ...judged,
        ...unsampled,
        parameters: referenceParameters(messages, tool),
      });
    }
    if (condition === anything) await compareSegments(world, workspaceId, { start, end }, messages);
    const total = referenceIssues(messages);
    for (const bucket of bucketsOf(end - start)) {
      const size = bucketMs[bucket];
      const buckets = referenceBuckets(messages, start, end, size);
      expect(await world.analytics.issuesTimeseries(query, bucket)).toEqual({
        size,
        buckets,
        total,
        ...unsampled,
      });
    }
    const { size, buckets } = await world.analytics.issuesTimeseries(query, 'auto');
    expect(buckets.length).toBeLessThanOrEqual(60);
    expect(buckets).toEqual(referenceBuckets(messages, start, end, size));
  }
}

const valuesOf: Partial<Record<Dimension, (message: WrittenMessage) => (string | null | undefined)[]>> = {
  model: ({ model }) => [model],
  tool: tools,
  parameter: (message) => annotationsOf(message).map(({ parameterName }) => parameterName),
  label: labelsOf,
  'tag:team': ({ tags }) => [tags.team],
};

/** Compares all segments of a window with the reference. */
async function compareSegments(
  world: AnalyticsWorld,
  workspaceId: string,
  window: Interval,
  messages: WrittenMessage[],
): Promise<void> {
  const dimensions = Object.keys(valuesOf) as Dimension[];
  const { signal } = new AbortController();
  const query = { workspaceId, window, within: null, dimensions, signal };
  const { whole, segments } = await readSegments(world.dependencies, query);
  expect(issueCounts(whole)).toEqual(referenceIssues(messages));
  for (const dimension of dimensions) {
    const read = [...(segments.get(dimension) ?? [])].filter(([, rollup]) => rollup.sums.messages > 0);
    const ofMessage = valuesOf[dimension] ?? (() => []);
    const values = new Set(
      messages.flatMap(ofMessage).filter((value) => value !== null && value !== undefined),
    );
    expect(new Map(read.map(([value, rollup]) => [value, issueCounts(rollup)]))).toEqual(
      new Map(
        [...values].map((value) => [
          value,
          referenceIssues(messages.filter((message) => ofMessage(message).includes(value))),
        ]),
      ),
    );
  }
}

const bucketsOf = (length: number): BucketName[] =>
  (['day', 'hour', '10_minutes', 'minute'] as const).filter((name) => length / bucketMs[name] < 200);
