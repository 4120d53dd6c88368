import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { formatVariables, readProgram, tracedClients } from '../../web/src/text/trace-snippets';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeWorkspace, makeWorkspaceKey } from '../support/people';
import { ScriptedServer } from '../support/scripted-server';
import { useApi } from '../support/use-api';
import { installEnvironment, placeProgram } from './environments';
import { respondAsModel } from './travel-model';

const run = promisify(execFile);
const RUN_LIMIT_MS = 120_000;
const api = useApi();
const models = new ScriptedServer();
const page = readFileSync(join(packageRoot, 'docs/traces.md'), 'utf8');

/** Null: the command needs no packages. */
const environments: Record<(typeof tracedClients)[number]['id'], string | null> = {
  openai: 'python-langchain',
  'openai-js': 'llamaindex-js',
  curl: null,
  opentelemetry: 'python-openai-v2',
  'vercel-ai': 'ai-sdk-7',
  langchain: 'python-langchain',
  llamaindex: 'python-llamaindex',
  openllmetry: 'python-langchain',
  'pydantic-ai': 'python-agents',
  'openai-agents': 'python-agents',
  langfuse: 'python-langchain',
  langsmith: 'python-langchain',
};

beforeAll(async () => {
  models.respond = respondAsModel;
  await models.start();
  await api.startWorker();
});
afterAll(() => models.stop());

describe.each(tracedClients)('the program for $name', ({ id, heading }) => {
  it('sends one conversation in its session, whose reply is flagged', async () => {
    const workspaceId = await makeWorkspace(api);
    await api.request('PATCH', `/v1/workspaces/${workspaceId}`, {
      body: { online_evaluation: { enabled: true } },
    });
    const { key } = await makeWorkspaceKey(api, workspaceId);
    const { code, run: file } = readProgram(page, heading);
    const variables = formatVariables(code, { endpoint: api.url, workspaceId, key });
    const environment = environments[id];
    let command = code;
    if (environment !== null) {
      const installed = await installEnvironment(environment);
      // Its code has no types, so Node.js 20 runs it too.
      const name = (file?.file ?? '').replace('.mts', '.mjs');
      const folder = await placeProgram(installed, `shown-${id}`, { [name]: code });
      command = `exec '${installed.interpreter}' '${join(folder, name)}'`;
    }

    await run('bash', ['-euc', `${variables}\n${command}`], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        OPENAI_BASE_URL: `${models.url}/v1`,
        OPENAI_API_BASE: `${models.url}/v1`,
        OPENAI_API_KEY: 'sk-test',
      },
      timeout: RUN_LIMIT_MS,
    });

    const { items } = (await api.get('/v1/conversations', { workspaceId })).body;
    expect(items.map((item) => item.external_id)).toEqual([id === 'curl' ? null : 'chat-1']);
    const { id: conversationId } = firstOf(items);
    const evaluations = await eventually(async () => {
      const found = (await api.get(`/v1/conversations/${conversationId}`, { workspaceId })).body.evaluations;
      return found.length > 0 && found;
    });
    expect(evaluations.flatMap(({ annotations }) => annotations.map(({ text }) => text))).toEqual(['5 May']);
  });
});
