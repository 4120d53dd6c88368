import type { AnalyticsQuery } from '../../src/analytics/analytics-query';
import { DAY_MS, HOUR_MS, type Interval } from '../../src/analytics/interval';
import { readSegments } from '../../src/analytics/read-segments';
import { emptyRollup, type Rollup } from '../../src/analytics/rollup';
import { issueCounts } from '../../src/analytics/rollup-stats';
import { type Dimension, tagKeyOf } from '../../src/analytics/segments';
import { type BucketName, bucketMs } from '../../src/analytics/time-buckets';
import { startOf } from '../../src/conversations/changed-periods/changed-period';
import { withinTimeLimit } from '../../src/platform/mongo/time-limit';
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
  { text: 'tags.city = Oslo', holds: (message) => isOwn(message) && message.tags.city === 'Oslo' },
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
  'tag:city': ({ tags }) => [tags.city],
};

/** Compares all segments of a window with the reference. */
async function compareSegments(
  world: AnalyticsWorld,
  workspaceId: string,
  window: Interval,
  messages: WrittenMessage[],
): Promise<void> {
  // Either tag may be chosen or not: of both, rollups would be read if both are.
  const left = window.start % 2 === 0 ? 'tag:team' : 'tag:city';
  const dimensions = (Object.keys(valuesOf) as Dimension[]).filter((dimension) => dimension !== left);
  const { signal } = new AbortController();
  const { whole, segments, isPartial } = await withinTimeLimit(
    world.dependencies.queryTimeoutMs,
    signal,
    (limit) => readSegments(world.dependencies, { workspaceId, window, within: null, dimensions, limit }),
  );
  expect(issueCounts(whole)).toEqual(referenceIssues(messages));
  for (const dimension of dimensions) {
    const ofMessage = valuesOf[dimension] ?? (() => []);
    const withValues = messages.map((message) => ({
      message,
      values: ofMessage(message).filter((value) => typeof value === 'string'),
    }));
    const read = new Map(
      [...(segments.get(dimension) ?? [])].filter(([, rollup]) => rollup.sums.messages > 0),
    );
    compareValues(withValues, read, (value) => isPartial({ dimension, value }));
    const isOfOneBlock = startOf(window.start, 'block') === startOf(window.end - 1, 'block');
    if (isOfOneBlock) compareRest(withValues, read, world.maxValues);
    if (dimension === 'model' || tagKeyOf(dimension) !== null) compareTotal(withValues, read);
  }
}

type WithValues = { message: WrittenMessage; values: string[] }[];

const messagesIn = (messages: WithValues, isIn: (values: string[]) => boolean) =>
  messages.filter(({ values }) => isIn(values)).map(({ message }) => message);

/** Every value is exact, or a part of its messages is stated as such. */
function compareValues(
  messages: WithValues,
  read: ReadonlyMap<string | null, Rollup>,
  isPartial: (value: string) => boolean,
): void {
  for (const value of new Set(messages.flatMap(({ values }) => values))) {
    const expected = messagesIn(messages, (values) => values.includes(value));
    const rollup = read.get(value) ?? emptyRollup();
    if (isPartial(value)) expect(rollup.sums.messages).toBeLessThanOrEqual(expected.length);
    else expect(issueCounts(rollup)).toEqual(referenceIssues(expected));
  }
}

/** In one block, each value is counted by itself or in the rest. */
function compareRest(
  messages: WithValues,
  read: ReadonlyMap<string | null, Rollup>,
  maxValues: number,
): void {
  const counted = [...read.keys()].filter((value) => value !== null);
  expect(counted.length).toBeLessThanOrEqual(maxValues);
  for (const value of counted) {
    const expected = messagesIn(messages, (values) => values.includes(value));
    expect(issueCounts(read.get(value) ?? emptyRollup())).toEqual(referenceIssues(expected));
  }
  const rest = messagesIn(messages, (values) => values.some((value) => !counted.includes(value)));
  expect(issueCounts(read.get(null) ?? emptyRollup())).toEqual(referenceIssues(rest));
}

/** Where a message has at most one value, all segments have all messages. */
function compareTotal(messages: WithValues, read: ReadonlyMap<string | null, Rollup>): void {
  const total = [...read.values()].reduce((sum, { sums }) => sum + sums.messages, 0);
  expect(total).toBe(messagesIn(messages, (values) => values.length > 0).length);
}

const bucketsOf = (length: number): BucketName[] =>
  (['day', 'hour', '10_minutes', 'minute'] as const).filter((name) => length / bucketMs[name] < 200);
