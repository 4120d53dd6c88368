import { analyzeMessageFilter } from '../../../src/conversations/message-filter/message-filter';
import {
  conditionOf,
  dimensionsWith,
  isDimension,
  nameDimension,
  toChip,
  toggleCondition,
} from '../../../web/src/pages/overview/dimensions';
import { type Breakdown, rankSegments } from '../../../web/src/pages/overview/measures';
import { formatBucketSize, toChartData, trimSeries } from '../../../web/src/pages/overview/overview-numbers';
import { getPeriod, withPeriod } from '../../../web/src/pages/overview/period';
import { quoteValue } from '../../../web/src/text/filters';

const now = Date.parse('2026-03-01T12:34:56.789Z');
const none = { from: null, to: null };

describe('the period', () => {
  it.each([
    ['1h', '2026-03-01T11:35:00.000Z'],
    ['24h', '2026-02-28T12:35:00.000Z'],
    ['7d', '2026-02-22T12:35:00.000Z'],
    ['30d', '2026-01-30T12:35:00.000Z'],
  ] as const)('of %s starts at %s and contains the current minute', (range, from) => {
    expect(getPeriod(range, now, none)).toEqual({ from, to: '2026-03-01T12:35:00.000Z' });
  });

  it('stays the same within a minute, so that nothing is requested twice', () => {
    expect(getPeriod('24h', now + 3000, none)).toEqual(getPeriod('24h', now, none));
  });

  it('can be custom', () => {
    const own = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T05:00:00.000Z' };
    expect(getPeriod('own', now, own)).toEqual(own);
  });

  it.each([
    none,
    { from: '2026-01-02T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    { from: 'yesterday', to: '2026-01-01T00:00:00.000Z' },
  ])('is null while its bounds are %o', (own) => {
    expect(getPeriod('own', now, own)).toBeNull();
  });
});

describe('a filter within a period', () => {
  const period = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };

  it.each([
    '',
    'role = assistant',
    'role = user OR role = assistant',
    'NOT label:* AND (model = a OR model = b)',
  ])('is valid for analytics: %s', (filter) => {
    expect(analyzeMessageFilter(withPeriod(filter, period), 'required').faults).toEqual([]);
  });

  it('does not move the positions of errors', () => {
    const filter = 'label:* AND role = robot';
    const alone = analyzeMessageFilter(filter, 'optional').faults;

    expect(alone).toHaveLength(1);
    expect(analyzeMessageFilter(withPeriod(filter, period), 'required').faults).toEqual(alone);
  });

  it.each(['fabrication', 'say "no" \\ \'', 'two\nlines\r\n\tmore', '', 'AND'])(
    'round-trips the value %j',
    (value) => {
      const filter = `label = ${quoteValue(value)}`;
      expect(analyzeMessageFilter(filter, 'optional').faults).toEqual([]);
      expect(analyzeMessageFilter(`${filter} AND role = user`, 'optional').faults).toEqual([]);
    },
  );
});

describe('the numbers', () => {
  const bucket = (evaluated: number, flagged: number, hour: number) => ({
    bucket_start: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
    evaluated_message_count: evaluated,
    not_judgeable_message_count: 0,
    flagged_message_count: flagged,
    issue_count: flagged,
    issue_rate: evaluated === 0 ? null : flagged / evaluated,
    interval_low: null,
    interval_high: null,
    evaluated_conversation_count: evaluated,
    flagged_conversation_count: flagged,
    conversation_issue_rate: evaluated === 0 ? null : flagged / evaluated,
    conversation_interval_low: null,
    conversation_interval_high: null,
    labels: [],
  });

  it('have no rate, instead of 0, without evaluated messages', () => {
    const { points } = toChartData({ buckets: [bucket(0, 0, 0), bucket(4, 1, 1)], bucket_seconds: 3600 });
    expect(points.map(({ start, value }) => [start, value])).toEqual([
      [1767225600, null],
      [1767229200, 0.25],
    ]);
  });

  it('are faded over few messages, whose intervals do not stretch the axis', () => {
    const few = { ...bucket(29, 0, 0), interval_high: 0.9 };
    const enough = { ...bucket(30, 3, 1), interval_high: 0.3 };

    const { points, maxValue } = toChartData({ buckets: [few, enough], bucket_seconds: 3600 });

    expect(points.map(({ isFaded }) => isFaded)).toEqual([true, false]);
    expect(maxValue).toBeCloseTo(0.33);
    expect(toChartData({ buckets: [few], bucket_seconds: 3600 }).maxValue).toBeCloseTo(0.99);
  });

  it('begin at the first bucket with messages, but are at least six buckets', () => {
    const starts = (counts: number[]) => {
      const buckets = counts.map((count, hour) => bucket(count, 0, hour));
      const series = { buckets, bucket_seconds: 3600 } as unknown as Parameters<typeof trimSeries>[0];
      return trimSeries(series).buckets.map(({ bucket_start: start }) => new Date(start).getUTCHours());
    };

    expect(starts([0, 0, 1, 0, 0, 1, 1, 1, 1])).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(starts([0, 0, 0, 0, 0, 0, 0, 1])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(starts([0, 1])).toEqual([0, 1]);
  });

  it.each([
    [60, '1 minute'],
    [1800, '30 minutes'],
    [3600, '1 hour'],
    [43_200, '12 hours'],
    [86_400, '1 day'],
    [172_800, '2 days'],
  ])('name %d s as %s', (seconds, text) => {
    expect(formatBucketSize(seconds)).toBe(text);
  });
});

describe('dimensions', () => {
  it.each([
    ['model', 'gpt "4"', 'model = "gpt \\"4\\""'],
    ['agent', 'Order desk', 'agent_name = "Order desk"'],
    ['parameter', 'filters.sku', 'parameter_name = "filters.sku"'],
    ['tag:channel', 'web', 'tags.channel = "web"'],
    ['tag:on call', 'yes', 'tags."on call" = "yes"'],
    ['tag:a"b\\', '', 'tags."a\\"b\\\\" = ""'],
  ])('select the messages of %s %s', (dimension, value, condition) => {
    expect(conditionOf(dimension, value)).toBe(condition);
    expect(analyzeMessageFilter(condition, 'optional').faults).toEqual([]);
  });

  it('are the same in each workspace, and the tags that it has chosen', () => {
    expect(dimensionsWith(['channel', 'on call']).slice(-3)).toEqual(['label', 'tag:channel', 'tag:on call']);
    expect(['model', 'tag:channel', 'tag:', 'toString', ''].filter(isDimension)).toEqual([
      'model',
      'tag:channel',
    ]);
  });

  it('have names, in which the key of a tag keeps its case', () => {
    expect(nameDimension('label')).toEqual({ one: 'label', many: 'labels', title: 'Labels' });
    expect(nameDimension('tag:Region')).toEqual({ one: 'tag Region', many: 'values', title: 'Tag Region' });
  });

  it.each([
    ['', 'model = a', 'model = a'],
    ['model = a', 'model = a', ''],
    ['role = user', 'model = a', 'role = user AND model = a'],
    ['role = user AND model = a', 'model = a', 'role = user'],
    ['model = a AND role = user', 'model = a', 'role = user'],
    [
      'role = user AND (model = b AND model = a)',
      'model = a',
      'role = user AND (model = b AND model = a) AND model = a',
    ],
    ['text = "( AND model = a AND " AND model = a', 'model = a', 'text = "( AND model = a AND "'],
  ])('are added to a filter and removed again: %j and %j', (filter, condition, toggled) => {
    expect(toggleCondition(filter, condition)).toBe(toggled);
  });

  it.each([
    ['model = "a" AND tool_name = "b"', 'tool_name = "b"', true],
    ['NOT model = "a"', 'NOT model = "a" AND model = "a"', false],
    ['model = "a" OR model = "b"', 'model = "a" OR model = "b" AND model = "a"', false],
  ])('are selected where a click removes them: %j', (filter, clicked, isSelected) => {
    expect(toChip(filter, 'model', 'a')).toEqual({ filter: clicked, isSelected });
  });
});

describe('a breakdown', () => {
  const segment = (value: string, flagged: number, evaluated: number, cost: number | null) => ({
    value,
    message_count: evaluated,
    evaluated_message_count: evaluated,
    flagged_message_count: flagged,
    issue_rate: flagged / evaluated,
    cost_usd: cost,
  });
  const breakdown = {
    values: [segment('a', 2, 100, null), segment('b', 30, 60, 0.2), segment('c', 9, 10, 0.7)],
    total: segment('all', 41, 170, 0.9),
  } as unknown as Breakdown;
  const rank = (
    ...[by, dimension]: Parameters<typeof rankSegments> extends [...infer Arguments, unknown]
      ? Arguments
      : never
  ) => rankSegments(by, dimension, breakdown).map(({ segment: { value }, value: text }) => [value, text]);

  it('ranks values by their flagged replies, and shows their rates', () => {
    expect(rank('issues', 'model')).toEqual([
      ['b', '50.0%'],
      ['c', '90.0%'],
      ['a', '2.0%'],
    ]);
  });

  it('shows the share of all replies that have a label', () => {
    expect(rank('issues', 'label')[0]).toEqual(['b', '17.6%']);
  });

  it('counts replies, but all messages of a tag', () => {
    expect(rankSegments('cost', 'model', breakdown)[0]?.detail).toBe('10 replies');
    expect(rankSegments('cost', 'tag:channel', breakdown)[0]?.detail).toBe('10 messages');
  });

  it('leaves out values without data', () => {
    expect(rank('cost', 'model')).toEqual([
      ['c', '$0.70'],
      ['b', '$0.20'],
    ]);
  });
});
