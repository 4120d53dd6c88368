import { randomUUID } from 'node:crypto';
import { createConversationStore } from '../../src/conversations/storage/store-conversations';
import { makeConversation } from '../support/builders';
import { dayAt, designWeek, spikes, toNewConversation } from '../support/designer-week';
import { firstOf } from '../support/first-of';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
useContract(api);

const DAY = 'created_at >= "2026-03-01T00:00:00Z" AND created_at < "2026-03-02T00:00:00Z"';
const paths = [
  '/v1/analytics/agent-tool-stats?',
  '/v1/analytics/agent-summary-stats?',
  '/v1/analytics/issues-label-distribution?',
  '/v1/analytics/issues-timeseries?bucket=day&',
  '/v1/analytics/parameter-issue-rates?tool_name=search&',
];
const ask = <const Path extends string>(path: Path, filter: string, workspaceId = api.workspaceId) =>
  api.get(`${path}filter=${encodeURIComponent(filter)}`, { workspaceId });

const call = (name: string) => ({ id: randomUUID(), type: 'function', function: { name, arguments: '{}' } });

/** A conversation of 1 March with two calls of a tool, one of which fails. */
function withTools(name: string) {
  const [first, second] = [call(name), call(name)];
  return {
    created_at: '2026-03-01T10:30:00Z',
    tags: { team: 'red' },
    messages: [
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: null, tool_calls: [first, second] },
      { role: 'tool', tool_call_id: first.id, content: '{"error": "no such order"}' },
      { role: 'tool', tool_call_id: second.id, content: '{"found": 1}' },
      { role: 'assistant', content: 'It is here.' },
    ],
  };
}

/** A workspace with a conversation that has tools and one that has none. */
async function fill(): Promise<string> {
  const workspaceId = await makeWorkspace(api, `Analytics ${randomUUID()}`);
  const withoutTools = makeConversation({ created_at: '2026-03-01T23:59:59.999Z' });
  for (const body of [withTools('search'), withoutTools]) {
    expect((await api.post('/v1/conversations', body, { workspaceId })).status).toBe(201);
  }
  return workspaceId;
}

/** A response without `refreshed_through`, which has a separate test, and the share that was counted. */
function withoutRefreshTime(body: object) {
  if (Array.isArray(body)) return body;
  const { refreshed_through: _time, sampled_share, ...rest } = body as Record<string, unknown>;
  expect(sampled_share).toBeNull();
  return rest;
}

const unjudged = { evaluated_message_count: 0, not_judgeable_message_count: 0 };
const unrated = {
  issue_rate: null,
  interval_low: null,
  interval_high: null,
  evaluated_conversation_count: 0,
  flagged_conversation_count: 0,
  conversation_issue_rate: null,
  conversation_interval_low: null,
  conversation_interval_high: null,
};

describe('GET /v1/analytics/…', () => {
  it('states the time up to which rollups are refreshed', async () => {
    const storedAfter = Date.now();
    const workspaceId = await fill();
    const through = async (path: string) => {
      const { body, headers } = await ask(path, DAY, workspaceId);
      return Date.parse(
        'refreshed_through' in body
          ? String(body.refreshed_through)
          : (headers.get('refreshed-through') ?? ''),
      );
    };

    const times: number[] = [];
    for (const path of paths) times.push(await through(path));

    expect(times[0]).toBeGreaterThanOrEqual(storedAfter);
    expect(times.every((time) => time <= Date.now())).toBe(true);
  });

  it.each([DAY, `${DAY} AND role:(user OR assistant OR tool OR system)`])(
    'returns the statistics of %s',
    async (filter) => {
      const workspaceId = await fill();

      const responses = await Promise.all(paths.map((path) => ask(path, filter, workspaceId)));

      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(responses.map(({ body }) => withoutRefreshTime(body))).toEqual([
        {
          tools: [
            {
              tool_name: 'search',
              call_count: 2,
              flagged_count: 0,
              evaluated_call_count: 0,
              ...unrated,
              conversation_share: 1,
              top_label: null,
            },
          ],
          ...unjudged,
        },
        {
          median_tool_calls_per_conversation: 1,
          tool_error_rate: 0.5,
          total_tool_calls: 2,
          tool_result_count: 2,
          failed_tool_result_count: 1,
          conversation_count: 2,
          message_count: 8,
          reply_count: 3,
          ...unjudged,
        },
        [],
        {
          bucket: 'day',
          bucket_seconds: 86_400,
          buckets: [
            {
              bucket_start: '2026-03-01T00:00:00.000Z',
              ...unjudged,
              flagged_message_count: 0,
              issue_count: 0,
              ...unrated,
              labels: [],
            },
          ],
          total: { ...unjudged, flagged_message_count: 0, issue_count: 0, ...unrated, labels: [] },
        },
        { tool_name: 'search', ...unjudged, parameters: [] },
      ]);
    },
  );

  it('counts what a detection has found, at once', async () => {
    const workspaceId = await makeWorkspace(api, 'Detected');
    const from = new Date(Date.now() - 60_000).toISOString();
    const filter = `created_at >= "${from}" AND created_at < "2100-01-01T00:00:00Z"`;
    expect((await ask(paths[2] ?? '', filter, workspaceId)).body).toEqual([]);

    const detected = await api.post(
      '/v1/detect-hallucinations',
      { messages: makeConversation().messages },
      { workspaceId },
    );

    const labels = detected.body.annotations.map(({ label }: { label: string }) => label);
    expect(labels.length).toBeGreaterThan(0);
    expect((await ask(paths[2] ?? '', filter, workspaceId)).body).toEqual([
      { label: labels[0], count: labels.length, reply_count: 1 },
    ]);
  });

  it('counts what cannot be judged apart from what was evaluated, in each response', async () => {
    const workspaceId = await makeWorkspace(api, 'Not judgeable');
    const detect = (messages: unknown) =>
      api.post('/v1/detect-hallucinations', { messages }, { workspaceId });
    const order = { role: 'user', content: 'Order 7 has 3 lamps. How many lamps?' };
    for (const messages of [
      [order, { role: 'assistant', content: 'It has 3 lamps.' }],
      makeConversation().messages,
      [
        { role: 'user', content: 'When was Lima founded?' },
        { role: 'assistant', content: 'In 1535.' },
      ],
    ]) {
      expect((await detect(messages)).status).toBe(200);
    }
    const from = new Date(Date.now() - 60 * 60_000).toISOString();
    const filter = `created_at >= "${from}" AND created_at < "2100-01-01T00:00:00Z"`;
    const judged = { evaluated_message_count: 2, not_judgeable_message_count: 1 };

    for (const given of [filter, `${filter} AND role = assistant`]) {
      const [tools, summary, labels, , parameters] = await Promise.all(
        paths.map((path) => ask(path.replace('bucket=day', 'bucket=auto'), given, workspaceId)),
      );
      expect(tools?.body).toMatchObject(judged);
      expect(summary?.body).toMatchObject(judged);
      expect(parameters?.body).toMatchObject(judged);
      expect(labels?.headers.get('evaluated-message-count')).toBe('2');
      expect(labels?.headers.get('not-judgeable-message-count')).toBe('1');
      const { buckets } = (await ask('/v1/analytics/issues-timeseries?bucket=auto&', given, workspaceId))
        .body;
      expect(buckets.length).toBeLessThanOrEqual(60);
      expect(buckets.filter((one) => one.evaluated_message_count > 0)).toEqual([
        expect.objectContaining({ ...judged, flagged_message_count: 1, issue_rate: 0.5 }),
      ]);
    }
    const { items } = (await api.get('/v1/conversations', { workspaceId })).body;
    expect(
      items.map((one) => [one.issue_count, one.evaluated_message_count, one.not_judgeable_message_count]),
    ).toEqual([
      [null, 0, 1],
      [1, 1, 0],
      [0, 1, 0],
    ]);
  });

  it('breaks down by a dimension, with filters that select each value', async () => {
    const workspaceId = await makeWorkspace(api, 'Breakdown');
    const reply = { model: 'm', cost_usd: 0.25, latency_ms: 1000, input_tokens: 7, output_tokens: 2 };
    for (const [prompt_version, team] of [
      ['v"1', 'red'],
      ['v"1', 'red'],
      ['v2', 'blue'],
    ]) {
      const messages = [
        { role: 'user', content: 'Where is it?' },
        { role: 'assistant', content: 'Here.', prompt_version, ...reply },
      ];
      const body = { created_at: '2026-03-01T10:30:00Z', tags: { team: `${team}` }, messages };
      expect((await api.post('/v1/conversations', body, { workspaceId })).status).toBe(201);
    }

    for (const filter of [DAY, `${DAY} AND role = assistant`]) {
      const { status, body } = await ask(
        '/v1/analytics/breakdown?dimension=prompt_version&',
        filter,
        workspaceId,
      );
      expect(status).toBe(200);
      expect(body.values.map(({ value, message_count }) => [value, message_count])).toEqual([
        ['v"1', 2],
        ['v2', 1],
      ]);
      expect(body.total).toMatchObject({ cost_usd: 0.75, input_tokens: 21, output_tokens: 6 });
      expect(body.values[0]).toMatchObject({
        is_other: false,
        first_message_at: '2026-03-01T10:30:00.000Z',
        cost_usd: 0.5,
        latency_p50_ms: 1000,
        latency_p95_ms: 1000,
      });
      const selected = await ask(
        '/v1/analytics/agent-summary-stats?',
        body.values[0]?.filter ?? '',
        workspaceId,
      );
      expect(selected.body).toMatchObject({ message_count: 2, conversation_count: 2 });
    }
    for (const keys of [['environment'], ['team'], []]) {
      await api.request('PATCH', `/v1/workspaces/${workspaceId}`, { body: { analytics_tags: keys } });
      const teams = (await ask('/v1/analytics/breakdown?dimension=tag:team&', DAY, workspaceId)).body.values;
      expect(teams.map(({ value, message_count }) => [value, message_count])).toEqual([
        ['red', 4],
        ['blue', 2],
      ]);
    }
    expect((await ask('/v1/analytics/breakdown?dimension=team&', DAY, workspaceId)).status).toBe(422);
  });

  it('shows nothing of another workspace for any tool, tag or conversation in the filter', async () => {
    const [workspaceId, other] = await Promise.all([fill(), makeWorkspace(api, 'Other')]);
    const id = firstOf((await api.get('/v1/conversations', { workspaceId })).body.items).id;
    const filters = [
      DAY,
      `${DAY} AND tags.team = red`,
      `${DAY} AND conversation_id = "${id}"`,
      `${DAY} AND conversation_type:*`,
    ];

    for (const filter of filters) {
      const [tools, summary, labels] = await Promise.all(paths.map((path) => ask(path, filter, other)));
      expect(tools?.body).toMatchObject({ tools: [] });
      expect(summary?.body).toMatchObject({ conversation_count: 0, message_count: 0, tool_error_rate: null });
      expect(labels?.body).toEqual([]);
    }
  });

  it.each(paths)('responds 422 with input and ctx to a filter that is missing or wrong: %s', async (path) => {
    const missing = await api.get(path.slice(0, -1));
    const unbounded = await ask(path, 'role = user');
    const unknown = await ask(path, `${DAY} AND colour = red`);

    expect([missing, unbounded, unknown].map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(problems(missing)).toContain('query.filter missing');
    expect(problems(unbounded)).toEqual(['query.filter value_error', 'query.filter value_error']);
    for (const entry of [...missing.body.detail, ...unbounded.body.detail, ...unknown.body.detail]) {
      expect(Object.keys(entry).sort()).toEqual(['ctx', 'input', 'loc', 'msg', 'type']);
    }
  });

  it('responds 422 to more buckets than it shows', async () => {
    const filter = 'created_at >= "2026-01-01T00:00:00Z" AND created_at < "2026-01-02T01:00:00.001Z"';

    const fine = await ask('/v1/analytics/issues-timeseries?bucket=minute&', filter.replace('.001Z', 'Z'));
    const refused = await ask('/v1/analytics/issues-timeseries?bucket=minute&', filter);

    expect([fine.status, fine.body.buckets.length]).toEqual([200, 1500]);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]).toMatchObject({
      loc: ['query', 'bucket'],
      input: 'minute',
      ctx: { bucket_count: 1501, limit: 1500 },
    });
  });

  it('accepts a window of centuries', async () => {
    const workspaceId = await fill();
    const filter = 'created_at >= "0001-01-01T00:00:00Z" AND created_at < "9999-12-31T23:59:59Z"';

    expect((await ask(paths[1] ?? '', filter, workspaceId)).body).toMatchObject({ conversation_count: 2 });
  });
});

describe('GET /v1/analytics/changes', () => {
  const conversations = designWeek();
  const between = (from: number, to: number) =>
    `created_at >= "${new Date(dayAt(from)).toISOString()}" AND created_at < "${new Date(dayAt(to)).toISOString()}"`;
  const path = '/v1/analytics/changes?';
  let workspaceId = '';
  beforeAll(async () => {
    workspaceId = await makeWorkspace(api, 'Shop');
    const stored = conversations.map((conversation) => toNewConversation(workspaceId, conversation));
    await createConversationStore(async () => null).createConversations(workspaceId, stored);
  });

  it('names prompt v4 first, and what it explains', async () => {
    const { status, body } = await ask(path, between(7, 14), workspaceId);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      period: { from: '2026-03-09T00:00:00.000Z', to: '2026-03-16T00:00:00.000Z' },
      baseline: { from: '2026-03-02T00:00:00.000Z', to: '2026-03-09T00:00:00.000Z' },
      difference: { is_significant: true },
      concentration: null,
      sampled_share: null,
    });
    const significant = body.causes.filter((cause) => cause.is_significant);
    expect(significant.map(({ explained_by }) => explained_by?.value ?? null)).toEqual([
      null,
      ...significant.slice(1).map(() => 'v4'),
    ]);
    const first = firstOf(significant);
    expect(first).toMatchObject({ dimension: 'prompt_version', value: 'v4', kind: 'mix', is_other: false });
    const narrowed = await ask(
      '/v1/analytics/issues-timeseries?bucket=day&',
      first.filter ?? '',
      workspaceId,
    );
    expect(narrowed.body.total).toMatchObject(first.after);
    expect(body.after.issue_rate).toBeCloseTo(
      (body.before.issue_rate ?? 0) + (body.difference?.value ?? 0),
      12,
    );
  });

  it.each(spikes)('does not call the spike of day $day a movement', async ({ day, flagged }) => {
    const filter = between(day, day + 1);
    const { body } = await ask(`${path}baseline=previous&`, filter, workspaceId);

    expect(body.difference?.is_significant).toBe(false);
    expect(body.causes.filter((cause) => cause.is_significant)).toEqual([]);
    expect(body.concentration).toMatchObject({
      flagged_message_count: flagged,
      of: body.after.flagged_message_count,
    });
  });

  it('explains the change inside of one value of a dimension', async () => {
    const { body } = await ask(path, `${between(7, 14)} AND tool_name = create_return`, workspaceId);

    expect(body.causes[0]).toMatchObject({ dimension: 'prompt_version', value: 'v4', is_significant: true });
    expect(body.causes.some(({ dimension }) => dimension === 'tool')).toBe(false);
  });

  it('has no causes without messages, and refuses other filters', async () => {
    const centuries = 'created_at >= "0001-01-01T00:00:00Z" AND created_at < "9999-12-31T23:59:59Z"';
    expect((await ask(path, centuries, workspaceId)).body).toMatchObject({
      difference: null,
      causes: [],
      baseline: { from: '0001-01-01T00:00:00.000Z', to: '0001-01-01T00:00:00.000Z' },
    });
    const refused = await ask(path, `${between(7, 14)} AND role = user AND model = gpt-4o`, workspaceId);
    expect([refused.status, problems(refused)]).toEqual([422, ['query.filter value_error']]);
  });
});
