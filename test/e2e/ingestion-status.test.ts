import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runDoctorTimes, runDoctorTraces } from '../../src/cli/doctor.command';
import { ConversationModel } from '../../src/conversations/storage/conversation.model';
import { IngestionSourceModel } from '../../src/ingestion/status/ingestion-source.model';
import { createIngestionStatusService } from '../../src/ingestion/status/ingestion-status.service';
import { createLogger } from '../../src/platform/logging';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { runAgent } from '../support/otlp';
import { chatAttributes, exportOfScope, jsonSpan } from '../support/otlp-spans';
import { owner } from '../support/owner';
import { makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { useApi } from '../support/use-api';

const api = useApi();

type Attributes = Parameters<typeof jsonSpan>[1];

const makeSpan = (attributes: Attributes, fields: object = {}) =>
  jsonSpan(
    {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      startMs: 1000,
      ...fields,
    },
    attributes,
  );
const call = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
const chat = () => makeSpan(chatAttributes([['user', 'secret question']], 'secret reply'));

async function send(workspaceId: string, scope: { name: string; version?: string }, ...spans: unknown[]) {
  const response = await api.post('/v1/traces', exportOfScope(scope, ...spans), { workspaceId });
  expect(response.status).toBe(200);
}

async function readStatus(workspaceId: string, key?: string) {
  const response = await api.get('/v1/ingestion/status', {
    workspaceId,
    ...(key === undefined ? {} : { key }),
  });
  expect(response.status).toBe(200);
  return response.body.sources;
}

/** The sources of a workspace once `batches` batches have been recorded: that happens after the responses. */
async function statusAfter(workspaceId: string, batches: number) {
  return eventually(async () => {
    const sources = await readStatus(workspaceId);
    const recorded = sources.reduce((sum, { batch_count: count }) => sum + count, 0);
    return recorded === batches ? sources : null;
  });
}

async function printDoctor(workspaceId: string, run = runDoctorTraces): Promise<string> {
  const output = new PassThrough();
  const env = { ASSAY_URL: api.url, ASSAY_API_KEY: owner.apiKey, ASSAY_WORKSPACE_ID: workspaceId };
  await run({ env, output });
  output.end();
  return text(output);
}

describe('GET /v1/ingestion/status', () => {
  it('says what each instrumentation sent, what was ignored, why, and what to change', async () => {
    const workspaceId = await makeWorkspace(api);
    await send(
      workspaceId,
      { name: 'good', version: '1.2' },
      chat(),
      chat(),
      makeSpan({ 'http.method': 'GET' }),
    );
    await send(workspaceId, { name: 'good', version: '1.2' }, chat());
    await send(workspaceId, { name: 'openlit' }, makeSpan(call), makeSpan(call));
    await send(workspaceId, { name: 'own' }, makeSpan({ 'llm.prompts.0.content': 'secret', other: 'x' }));
    await send(workspaceId, { name: 'http' }, makeSpan({ 'http.method': 'GET' }));

    const sources = await statusAfter(workspaceId, 5);

    const of = (name: string) => firstOf(sources.filter(({ sdk_name: found }) => found === name));
    expect(of('good')).toMatchObject({
      sdk_version: '1.2',
      convention: 'gen_ai',
      batch_count: 2,
      span_count: 4,
      log_record_count: 0,
      conversation_count: 3,
      ignored: [{ reason: 'unrelated', count: 1 }],
      recent_batches: [
        { signal: 'traces', record_count: 1, conversation_count: 1, ignored_count: 0 },
        { signal: 'traces', record_count: 3, conversation_count: 2, ignored_count: 1 },
      ],
    });
    expect(of('openlit')).toMatchObject({
      convention: 'gen_ai',
      conversation_count: 0,
      ignored: [
        {
          reason: 'no_content',
          count: 2,
          message:
            'Model calls of openlit have no recorded content. Set capture_message_content=True of openlit.init.',
        },
      ],
    });
    expect(of('own')).toMatchObject({
      convention: null,
      ignored: [
        {
          reason: 'unknown_convention',
          count: 1,
          message: expect.stringContaining('with the attributes llm.prompts.n.content.'),
          attribute_keys: ['llm.prompts.n.content'],
        },
      ],
    });
    expect(of('http')).toMatchObject({ convention: null, ignored: [{ reason: 'unrelated', count: 1 }] });
  });

  it('counts rejected records', async () => {
    const workspaceId = await makeWorkspace(api);
    await send(workspaceId, { name: 'bad' }, makeSpan(call, { spanId: 'abcd' }));

    expect(await statusAfter(workspaceId, 1)).toMatchObject([
      { sdk_name: 'bad', ignored: [{ reason: 'rejected', count: 1 }] },
    ]);
  });

  it('counts records that do not fit', async () => {
    const workspaceId = await makeWorkspace(api);
    const huge = { 'gen_ai.prompt.0.role': 'user', 'gen_ai.prompt.0.content': 'x'.repeat(13_000_000) };
    await send(workspaceId, { name: 'huge' }, makeSpan({ ...call, ...huge }));

    expect(await statusAfter(workspaceId, 1)).toMatchObject([
      { sdk_name: 'huge', conversation_count: 0, ignored: [{ reason: 'rejected', count: 1 }] },
    ]);
  });

  it('counts a conversation that arrives in several batches once', async () => {
    const workspaceId = await makeWorkspace(api);
    const turn = (session: string) =>
      makeSpan({ ...chatAttributes([['user', 'q']], 'r'), 'gen_ai.conversation.id': session });
    await send(workspaceId, { name: 'cut' }, turn('a'), turn('b'), chat());
    await send(workspaceId, { name: 'cut' }, turn('b'), turn('c'));

    const [source] = await statusAfter(workspaceId, 2);

    expect(source?.conversation_count).toBe(4);
    expect(source?.recent_batches.map(({ conversation_count: count }) => count)).toEqual([2, 3]);
  });

  it('no longer reports missing content once content has come', async () => {
    const workspaceId = await makeWorkspace(api);
    await send(workspaceId, { name: 'openlit' }, makeSpan(call));
    expect(await statusAfter(workspaceId, 1)).toMatchObject([{ ignored: [{ reason: 'no_content' }] }]);

    await send(workspaceId, { name: 'openlit' }, chat());

    expect(await statusAfter(workspaceId, 2)).toMatchObject([{ conversation_count: 1, ignored: [] }]);
  });

  it('reports nothing ignored of a real client whose messages follow as log records', async () => {
    const workspaceId = await makeWorkspace(api);
    await runAgent(Object.assign(Object.create(api) as typeof api, { workspaceId }), {
      family: 'opentelemetry',
      exporter: 'proto',
      modelBaseUrl: `${api.url}/no-model`,
      conversationId: 'c',
    });

    const sources = await eventually(async () => {
      const found = await readStatus(workspaceId);
      return found.some(({ log_record_count: count }) => count > 0) ? found : null;
    });

    expect(sources.map(({ sdk_name: name }) => name)).toContain('@opentelemetry/instrumentation-openai');
    expect(JSON.stringify(sources)).not.toContain('no_content');
  });

  it('stores no content, only keys of attributes', async () => {
    const workspaceId = await makeWorkspace(api);
    await send(workspaceId, { name: 'own' }, chat(), makeSpan({ 'llm.prompt': 'secret prompt' }));
    await statusAfter(workspaceId, 1);

    const stored = JSON.stringify(await IngestionSourceModel.find({ workspaceId }).lean());

    expect(stored).toContain('llm.prompt');
    expect(stored).not.toContain('secret');
  });

  it('holds the 100 latest sources, 10 batches each, at most 20 of one batch, for 30 days', async () => {
    const workspaceId = await makeWorkspace(api);
    for (let batch = 0; batch < 6; batch += 1) {
      const scopes = Array.from(
        { length: 25 },
        (_, index) => exportOfScope({ name: `${batch}-${index}` }, chat()).resourceSpans,
      );
      await api.post('/v1/traces', { resourceSpans: scopes.flat() }, { workspaceId });
      await eventually(
        async () => (await IngestionSourceModel.countDocuments({ workspaceId, sdkName: `${batch}-0` })) === 1,
      );
    }
    for (let batch = 0; batch < 12; batch += 1) await send(workspaceId, { name: '5-0' }, chat());

    const sources = await eventually(async () => {
      const found = await readStatus(workspaceId);
      return found[0]?.batch_count === 13 ? found : null;
    });

    expect(sources).toHaveLength(100);
    expect(await IngestionSourceModel.countDocuments({ workspaceId })).toBe(100);
    expect(await IngestionSourceModel.countDocuments({ workspaceId, sdkName: /^0-/ })).toBe(0);
    expect(firstOf(sources).recent_batches).toHaveLength(10);
    const stored = firstOf(await IngestionSourceModel.find({ workspaceId, sdkName: '5-0' }).lean());
    expect(stored.expireAt.getTime() - stored.lastBatchAt.getTime()).toBe(30 * 86_400_000);
  });

  it('is for viewers and any key of the workspace, and shows nothing of another workspace', async () => {
    const workspaceId = await makeWorkspace(api);
    const elsewhere = await makeWorkspace(api);
    await send(workspaceId, { name: 'mine' }, chat());
    await statusAfter(workspaceId, 1);
    const viewer = await makeMember(api, 'viewer', workspaceId);
    const { key } = await makeWorkspaceKey(api, workspaceId);

    expect(await readStatus(workspaceId, viewer.key)).toHaveLength(1);
    expect(await readStatus(workspaceId, key)).toHaveLength(1);
    expect(await readStatus(elsewhere)).toEqual([]);
    const foreign = await api.get('/v1/ingestion/status', { workspaceId: elsewhere, key: viewer.key });
    expect(foreign.status).toBe(403);
  });
});

describe('recording', () => {
  const makeService = (workspaceExists = async () => true) =>
    createIngestionStatusService({ logger: createLogger('silent'), workspaceExists });
  const report = {
    origin: { sdkName: 'x', sdkVersion: null, language: null },
    convention: null,
    recordCount: 1,
    conversationCount: 0,
    conversationDigests: '',
    ignored: { unrelated: 0, unknown_convention: 0, no_content: 0, rejected: 0 },
    attributeKeys: [],
  };

  it('leaves nothing in a workspace that was deleted before the write', async () => {
    const workspaceId = randomUUID();
    let isChecked = false;
    const status = makeService(async () => {
      isChecked = (await IngestionSourceModel.countDocuments({ workspaceId })) === 1;
      return false;
    });

    status.recordBatch(workspaceId, 'traces', [report]);

    await eventually(
      async () => isChecked && (await IngestionSourceModel.countDocuments({ workspaceId })) === 0,
    );
  });

  it('neither fails nor delays an export when it cannot be stored', async () => {
    const status = makeService();
    const workspaceId = await makeWorkspace(api);

    status.recordBatch(workspaceId, 'traces', [{ ...report, recordCount: Number.NaN }]);
    status.recordBatch(workspaceId, 'traces', [report]);

    expect(await statusAfter(workspaceId, 1)).toMatchObject([{ span_count: 1 }]);
  });
});

describe('assay doctor traces', () => {
  it('prints the sources and what to change', async () => {
    const workspaceId = await makeWorkspace(api);
    await send(workspaceId, { name: 'openlit', version: '1.0' }, makeSpan(call));
    await statusAfter(workspaceId, 1);

    const printed = await printDoctor(workspaceId);

    expect(printed).toMatch(/│ openlit 1\.0 │ gen_ai +│ \S+Z │ +1 │ +0 │ +0 │/);
    expect(printed).toContain(
      'no_content, 1 record: Model calls of openlit have no recorded content. ' +
        'Set capture_message_content=True of openlit.init.',
    );
  });

  it('says where to send spans when none has arrived', async () => {
    expect(await printDoctor(await makeWorkspace(api))).toBe(
      `No spans or log records have arrived in this workspace. Set OTEL_EXPORTER_OTLP_ENDPOINT=${api.url}.\n`,
    );
  });
});

describe('assay doctor times', () => {
  it('lists conversations with impossible times', async () => {
    const workspaceId = await makeWorkspace(api);
    expect(await printDoctor(workspaceId, runDoctorTimes)).toBe('No conversation has an impossible time.\n');
    const { body } = await api.post('/v1/conversations', makeConversation(), { workspaceId });
    await ConversationModel.updateOne({ _id: body.id }, { createdAt: new Date(1.79e15) });

    const printed = await printDoctor(workspaceId, runDoctorTimes);

    expect(printed).toContain('1 conversation with impossible times');
    expect(printed).toContain(body.id);
  });
});
