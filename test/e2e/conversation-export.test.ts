import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { type ExportOptions, runExport } from '../../src/cli/export.command';
import { createConversationSchema } from '../../src/conversations/wire/conversation.schema';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { type JudgedReply, makeJudgedReply } from '../support/judged-replies';
import { owner } from '../support/owner';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { ScriptedServer } from '../support/scripted-server';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const NDJSON = 'application/x-ndjson';
const path = '/v1/conversations/export';

async function importLines(lines: object[], workspaceId: string): Promise<void> {
  const raw = lines.map((line) => JSON.stringify(line)).join('\n');
  const response = await api.request('POST', '/v1/conversations', {
    raw,
    workspaceId,
    headers: { 'content-type': NDJSON },
  });
  expect(response).toMatchObject({ status: 201, body: { imported: lines.length, failed: 0 } });
}

/** The lines of an export. */
async function exportOf(workspaceId: string, query: Record<string, string> = {}) {
  const { status, headers, body } = await contract.call('exportConversations', { workspaceId, query });
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(NDJSON)]);
  return String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const numbered = (count: number, size = 0) =>
  Array.from({ length: count }, (_, index) =>
    makeConversation({
      external_id: `number ${index}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      tags: { parity: index % 2 === 0 ? 'even' : 'odd' },
      messages: [
        { role: 'user', content: `question ${index} ${'x'.repeat(size)}` },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'look_up', arguments: '{ }' } }],
          model: 'gpt-old',
          provider: 'openai',
          input_tokens: 4,
          output_tokens: 0,
          latency_ms: 1.5,
          cost_usd: 0.002,
          message_id: 'call',
          agent_name: 'desk',
        },
        { role: 'tool', tool_call_id: 'a', content: '{"error": "none"}', is_error: true },
        { role: 'assistant', content: 'Nothing is known.', created_at: '2026-02-02T10:00:00.000Z' },
      ],
    }),
  );

/** An export whose body is not read yet. */
function openExport(workspaceId: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': workspaceId };
  return new Promise((resolve, reject) => get(api.url + path, { headers }, resolve).once('error', reject));
}

describe('GET /v1/conversations/export', () => {
  it('returns one conversation per line, newest first, in the import format', async () => {
    const [from, to] = [await makeWorkspace(api, 'From'), await makeWorkspace(api, 'To')];
    await importLines(numbered(45), from);

    const exported = await exportOf(from);
    await importLines(exported, to);

    expect(exported.map((line) => line.external_id)).toEqual(
      Array.from({ length: 45 }, (_, index) => `number ${44 - index}`),
    );
    expect(exported.every((line) => createConversationSchema.safeParse(line).success)).toBe(true);
    expect(exported[0].messages[1]).toMatchObject({
      message_id: 'call',
      agent_name: 'desk',
      cost_usd: 0.002,
    });
    expect(await exportOf(to)).toEqual(exported);
  });

  it('exports what the parameters of the list select', async () => {
    const workspaceId = await makeWorkspace(api, 'Filtered');
    await importLines(numbered(6), workspaceId);
    const names = async (query: Record<string, string>) =>
      (await exportOf(workspaceId, query)).map((line) => line.external_id);

    expect(await names({ tag: 'parity:odd' })).toEqual(['number 5', 'number 3', 'number 1']);
    expect(await names({ created_to: '2026-01-01T00:00:02Z' })).toEqual(['number 1', 'number 0']);
    expect(await names({ filter: 'tool_name = look_up', external_id: 'number 3' })).toEqual(['number 3']);
    expect(await names({ filter: 'tool_name = fly' })).toEqual([]);
  });

  it('has an empty body without conversations, and shows nothing of another workspace', async () => {
    const [full, empty] = [await makeWorkspace(api, 'Full'), await makeWorkspace(api, 'Empty')];
    await importLines(numbered(2), full);

    expect(await exportOf(empty)).toEqual([]);
    expect((await contract.call('exportConversations', { workspaceId: randomUUID() })).status).toBe(403);
  });

  it('reports an invalid request before it sends anything', async () => {
    const response = await contract.call('exportConversations', {
      query: { filter: 'role =', limit: 3, created_from: 'today' },
    });

    expect(response.status).toBe(422);
    expect(problems(response)).toEqual([
      'query.created_from datetime_parsing',
      'query.limit extra_forbidden',
    ]);
    expect(problems(await contract.call('exportConversations', { query: { filter: 'role =' } }))).toEqual([
      'query.filter value_error',
    ]);
  });

  it('ends when the client disconnects', async () => {
    const workspaceId = await makeWorkspace(api, 'Left');
    await importLines(numbered(80, 400_000), workspaceId);

    const response = await openExport(workspaceId);
    await new Promise((resolve) => response.once('readable', resolve));
    expect(api.log).not.toContain('request aborted');
    response.destroy();

    const ended = await eventually(async () =>
      api.log.split('\n').find((line) => line.includes(path) && line.includes(workspaceId)),
    );
    expect(JSON.parse(ended).level).not.toBe('error');
  });

  it('resets the connection on a failure, so that a partial export does not look complete', async () => {
    const workspaceId = await makeWorkspace(api, 'Broken');
    await importLines(numbered(200, 40_000), workspaceId);
    const conversations = mongoose.connection.collection('conversations');
    // The oldest one, which is read last.
    await conversations.updateOne({ workspaceId, externalId: 'number 0' }, { $set: { tools: 'no JSON' } });

    const read = async () => {
      let bytes = 0;
      for await (const chunk of await openExport(workspaceId)) bytes += (chunk as Buffer).length;
      return bytes;
    };

    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(api.log).toContain('request failed unexpectedly');
  });
});

describe('assay export', () => {
  const server = new ScriptedServer();
  const traceId = '6c1a3f0d8a414f7b9d531e6a7c4b8f20';
  const spans = ['1111111111111111', '2222222222222222'];
  let flagged: JudgedReply | undefined;
  let filter: string;

  beforeAll(async () => {
    await server.start();
    const replies = [
      await makeJudgedReply(api),
      await makeJudgedReply(api, { isClean: true }),
      await makeJudgedReply(api),
    ];
    [flagged] = replies;
    // As a trace stores the replies of its spans; the third one has no span.
    for (const [index, spanId] of spans.entries()) {
      await mongoose.connection
        .collection('messages')
        .updateOne(
          { _id: replies[index]?.messageId as never },
          { $set: { externalId: `${traceId}/${spanId}` } },
        );
    }
    filter = replies.map(({ conversationId }) => `conversation_id = ${conversationId}`).join(' OR ');
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.requests.length = 0;
  });

  /** Runs the command; resolves to its exit code and what it printed. */
  async function run(
    to: ExportOptions['to'],
    settings: Record<string, string>,
    rest: Partial<ExportOptions> = {},
  ) {
    const output = new PassThrough();
    const env = {
      ASSAY_URL: api.url,
      ASSAY_API_KEY: owner.apiKey,
      ASSAY_WORKSPACE_ID: api.workspaceId,
      ...settings,
    };
    const running = runExport({ to, filter, cursor: null, env, output, ...rest, messages: output }).finally(
      () => output.end(),
    );
    const [code, printed] = await Promise.all([running.catch((error: Error) => error.message), text(output)]);
    return { code, printed };
  }

  /** The body of the last request. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const lastBody = (): any => server.requests.at(-1)?.body;

  describe('--to otlp', () => {
    it('sends an event for each verdict, in the span of the reply, and retries while the collector is busy', async () => {
      server.replies({ status: 503, headers: { 'retry-after': '0' } }, { status: 200, body: {} });

      const { code, printed } = await run('otlp', {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${server.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
      });

      expect([code, printed]).toEqual([0, '3 sent, 0 without a span there, 0 refused\n']);
      expect(server.requests.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
        ['/v1/logs', 'a secret'],
        ['/v1/logs', 'a secret'],
      ]);
      const records = lastBody().resourceLogs[0].scopeLogs[0].logRecords;
      expect(records.map((record: { spanId?: string }) => record.spanId)).toEqual([
        undefined,
        spans[1],
        spans[0],
      ]);
      expect(records[2]).toMatchObject({
        eventName: 'gen_ai.evaluation.result',
        traceId,
        timeUnixNano: expect.stringMatching(/^\d{19}$/),
        attributes: expect.arrayContaining([
          { key: 'gen_ai.evaluation.name', value: { stringValue: 'hallucination' } },
          { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 1 } },
          { key: 'gen_ai.evaluation.score.label', value: { stringValue: 'hallucinated' } },
          {
            key: 'gen_ai.evaluation.explanation',
            value: { stringValue: expect.stringMatching(/^fabrication: "1889"/) },
          },
          { key: 'assay.message_id', value: { stringValue: flagged?.messageId } },
        ]),
      });
    });

    it('sends what a receiver of OpenTelemetry accepts', async () => {
      const { code, printed } = await run('otlp', {
        OTEL_EXPORTER_OTLP_ENDPOINT: api.url,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${owner.apiKey},x-workspace-id=${api.workspaceId}`,
      });

      expect([code, printed]).toEqual([0, '3 sent, 0 without a span there, 0 refused\n']);
    });

    it('reports what the receiver rejects, and where to continue after a failure, without the key', async () => {
      server.replies({
        status: 200,
        body: { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } },
      });
      const settings = {
        OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
      };
      const rejected = await run('otlp', settings);
      server.replies({ status: 401 });
      const failed = await run('otlp', settings);

      expect(rejected).toEqual({
        code: 1,
        printed: 'Refused: too old\n2 sent, 0 without a span there, 1 refused\n',
      });
      expect(failed).toEqual({
        code: `${server.url}/v1/logs: status 401`,
        printed: '0 sent, 0 without a span there, 0 refused\n',
      });
    });
  });

  describe('--to langfuse', () => {
    const settings = () => ({
      LANGFUSE_HOST: server.url,
      LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
      LANGFUSE_SECRET_KEY: 'sk-lf-1',
    });

    it('sends a score for each observation, with the same id each time', async () => {
      server.replies({ status: 207, body: { successes: [], errors: [] } });

      const { code, printed } = await run('langfuse', settings());
      const first = lastBody();
      await run('langfuse', settings());

      expect([code, printed]).toEqual([0, '2 sent, 1 without a span there, 0 refused\n']);
      expect(server.requests[0]).toMatchObject({
        path: '/api/public/ingestion',
        headers: { authorization: `Basic ${btoa('pk-lf-1:sk-lf-1')}` },
      });
      expect(first.batch[1]).toEqual({
        id: expect.any(String),
        timestamp: expect.any(String),
        type: 'score-create',
        body: {
          id: expect.stringContaining(String(flagged?.messageId)),
          traceId,
          observationId: spans[0],
          name: 'hallucination',
          value: 1,
          dataType: 'BOOLEAN',
          comment: expect.stringMatching(/^fabrication: "1889"/),
          metadata: expect.objectContaining({
            conversation_id: flagged?.conversationId,
            issue_labels: ['fabrication'],
          }),
        },
      });
      expect(first.batch[0].body).toMatchObject({ observationId: spans[1], value: 0 });
      expect(first.batch[0].body).not.toHaveProperty('comment');
      expect(lastBody()).toEqual(first);
    });

    it('reports the scores that Langfuse refuses, and missing keys', async () => {
      server.replies({
        status: 207,
        body: { successes: [], errors: [{ id: 'a', status: 400, message: 'no' }] },
      });
      const { LANGFUSE_SECRET_KEY: _secret, ...incomplete } = settings();

      expect(await run('langfuse', settings())).toEqual({
        code: 1,
        printed: 'Refused: no\n1 sent, 1 without a span there, 1 refused\n',
      });
      expect((await run('langfuse', incomplete)).code).toMatch(/LANGFUSE_SECRET_KEY/);
    });
  });

  describe('--to phoenix', () => {
    it('annotates the spans that Phoenix has', async () => {
      server.respond = ({ body }) => {
        const { data } = body as { data: { span_id: string }[] };
        const isKnown = data.every(({ span_id }) => span_id === spans[0]);
        return isKnown ? { status: 200, body: { data: [{ id: 'U3Bhbg==' }] } } : { status: 404 };
      };

      const { code, printed } = await run('phoenix', { PHOENIX_HOST: server.url, PHOENIX_API_KEY: 'px-1' });

      expect([code, printed]).toEqual([0, '1 sent, 2 without a span there, 0 refused\n']);
      const { query, ...request } = server.requests.at(-1) ?? {};
      expect(query?.get('sync')).toBe('true');
      expect(request).toMatchObject({
        path: '/v1/span_annotations',
        headers: { authorization: 'Bearer px-1' },
        body: {
          data: [
            {
              span_id: spans[0],
              name: 'hallucination',
              annotator_kind: 'CODE',
              identifier: expect.stringMatching(/^assay\//),
              result: {
                label: 'hallucinated',
                score: 1,
                explanation: expect.stringMatching(/^fabrication: "1889"/),
              },
              metadata: expect.objectContaining({ message_id: flagged?.messageId }),
            },
          ],
        },
      });
    });

    it('sends what a filter selects, and refuses an unknown cursor', async () => {
      server.replies({ status: 200, body: { data: [] } });
      const settings = { PHOENIX_HOST: server.url };

      const some = await run('phoenix', settings, { filter: `label:* AND (${filter})` });
      const wrong = await run('phoenix', settings, { cursor: 'none' });

      expect(some).toEqual({ code: 0, printed: '1 sent, 1 without a span there, 0 refused\n' });
      expect(wrong.code).toMatch(/cursor/);
    });
  });
});
