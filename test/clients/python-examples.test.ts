import { join } from 'node:path';
import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import { carefulPrompt, createRun, readRun, replyByPrompt } from '../support/optimization-runs';
import { owner } from '../support/owner';
import { useApi, useFreshWorkspace } from '../support/use-api';
import { installEnvironment } from './environments';
import { buildWheel, clientSources, createFolder, runProgram } from './python-wheel';

const models = new ModelServer();
const api = useApi({ models });
const folder = createFolder();
const packages = join(folder, 'packages');
let python = '';

/** Runs an example with a model that writes prompts, and with no cache of an earlier run. */
const runExample = (name: string) =>
  runProgram(python, [join(clientSources, 'examples', name), 'openai/writer'], {
    HOME: folder,
    PYTHONPATH: packages,
    ASSAY_URL: api.url,
    ASSAY_API_KEY: owner.apiKey,
    ASSAY_WORKSPACE_ID: api.workspaceId,
    OPENAI_BASE_URL: models.baseUrl,
    OPENAI_API_BASE: models.baseUrl,
    OPENAI_API_KEY: 'sk-test',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  });

beforeAll(async () => {
  await api.startWorker();
  python = (await installEnvironment('python-optimizers')).interpreter;
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', packages];
  await runProgram(python, [...install, await buildWheel(folder)]);
});

describe.each([
  { name: 'optimize_with_gepa.py', reply: `\`\`\`\n${carefulPrompt}\n\`\`\`` },
  { name: 'optimize_with_dspy.py', reply: JSON.stringify({ new_instruction: carefulPrompt }) },
])('$name', ({ name, reply }) => {
  useFreshWorkspace(api, models);

  it('finds a prompt from findings, which the hold-out shows to be better', async () => {
    replyByPrompt(models);
    models.on('writer', { kind: 'text', text: reply });
    const runId = await createRun(api, { holdout_share: 0.5 }, 64);

    expect((await runExample(name)).trimEnd().split('\n').at(-1)).toBe('better');

    const run = await readRun(api, runId);
    expect(run).toMatchObject({ status: 'completed', decided_on: 'holdout', candidates_count: 1 });
    const { items } = (await api.get(`/v1/optimization-runs/${runId}/candidates`)).body;
    expect(items).toMatchObject([
      { id: run.best_candidate_id, system_prompt: `{{system_prompt}}\n\n${carefulPrompt}` },
    ]);
    const asked = JSON.stringify(firstOf(models.requestsFor('writer')).body.messages);
    expect(asked).toContain('The number “1889” is nowhere in the evidence');
  });
});
