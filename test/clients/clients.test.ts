import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeWorkspace, makeWorkspaceKey } from '../support/people';
import { ScriptedServer } from '../support/scripted-server';
import { useApi } from '../support/use-api';
import { type Client, clients } from './clients';
import { installEnvironment, placeProgram } from './environments';
import { comparable, expectedCalls, expectedMessages, expectedUsage } from './expected-conversation';
import { Recorder } from './recorder';
import { respondAsModel, scenario } from './travel-model';

const run = promisify(execFile);
const api = useApi();
const models = new ScriptedServer();
const SESSION = 'session-1';
const RUN_LIMIT_MS = 120_000;
/** Set to record the exports for the tests of the readers. */
const recordings = process.env.RECORD_CLIENTS ? join(packageRoot, 'test/fixtures/traces') : null;

beforeAll(async () => {
  models.respond = respondAsModel;
  await models.start();
  await api.startWorker();
});
afterAll(() => models.stop());

/** The first code under a heading of docs/traces.md. */
function readSnippet(heading: string): string {
  const page = readFileSync(join(packageRoot, 'docs/traces.md'), 'utf8');
  const [, section] = page.split(new RegExp(`^##+ ${heading}$`, 'm'));
  const code = /^```(?:js|python)\n(.*?)^```$/ms.exec(section ?? '')?.[1];
  if (code === undefined) throw new Error(`docs/traces.md has no code under ${heading}`);
  return code;
}

const readProgram = (name: string) => readFileSync(join(__dirname, 'programs', name), 'utf8');

/** Runs a client, which has exported everything when it exits. */
async function runClient(client: Client, workspaceId: string, key: string, url: string): Promise<void> {
  const extension = client.program.slice(client.program.lastIndexOf('.'));
  const environment = await installEnvironment(client.environment);
  const folder = await placeProgram(environment, client.name, {
    [`tracing${extension}`]: readSnippet(client.heading),
    [`scenario${extension}`]: readProgram(`scenario${extension}`),
    [client.program]: readProgram(client.program),
  });
  const { system, firstQuestion, secondQuestion, toolResult } = scenario;
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${key}`,
    ASSAY_URL: url,
    ASSAY_API_KEY: key,
    ASSAY_WORKSPACE_ID: workspaceId,
    OPENAI_BASE_URL: `${models.url}/v1`,
    OPENAI_API_KEY: 'sk-test',
    SCENARIO: JSON.stringify({
      system,
      questions: [firstQuestion, secondQuestion],
      model: client.model ?? 'gpt-4.1-mini',
      sessionId: client.missingSession === 'unnamed' ? null : SESSION,
      toolResult,
    }),
    ...client.settings,
  };
  await run(environment.interpreter, [join(folder, client.program)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    timeout: RUN_LIMIT_MS,
  });
}

/** The readers alone do not join traces without a session. */
function saveRecording({ name, missingSession }: Client, { exports }: Recorder): void {
  if (recordings === null || missingSession) return;
  mkdirSync(recordings, { recursive: true });
  writeFileSync(join(recordings, `${name}.json`), `${JSON.stringify(exports)}\n`);
}

describe.each(clients)('$name', (client) => {
  it('arrives as the conversation that was held, with the invented number flagged', async () => {
    const workspaceId = await makeWorkspace(api);
    await api.request('PATCH', `/v1/workspaces/${workspaceId}`, {
      body: { online_evaluation: { enabled: true } },
    });
    const { key } = await makeWorkspaceKey(api, workspaceId);
    const recorder = new Recorder(() => api.url);
    await recorder.start();

    await runClient(client, workspaceId, key, recorder.url).finally(() => recorder.stop());

    saveRecording(client, recorder);
    const { items } = (await api.get('/v1/conversations', { workspaceId })).body;
    // Without a session, it has the id of the trace that began it.
    const name = client.missingSession ? expect.stringMatching(/^[0-9a-f]{32}$/) : SESSION;
    expect(items.map((item) => item.external_id)).toEqual([name]);
    const { id } = firstOf(items);
    const read = async () => (await api.get(`/v1/conversations/${id}`, { workspaceId })).body;
    const stored = await read();
    const usage = expectedUsage(client.changes);
    const calls = expectedCalls(client.changes);
    expect(comparable(stored.messages)).toEqual(expectedMessages(client.changes));
    expect(stored).toMatchObject({
      input_tokens: usage.input,
      output_tokens: usage.output,
      tool_call_count: calls - 2,
    });
    expect(stored.tags).toEqual({});
    const evaluations = await eventually(async () => {
      const found = (await read()).evaluations;
      return found.length >= calls && found;
    });
    const flagged = evaluations.flatMap(({ annotations }) => annotations.map(({ text }) => text));
    expect(flagged).toEqual([scenario.invented]);
  });
});
