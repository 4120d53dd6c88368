import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packAssay } from '../support/ci/command-package';
import { ExampleRepository } from '../support/ci/example-repository';
import { runWorkflow } from '../support/ci/github-workflow';
import { runJob } from '../support/ci/gitlab-job';
import { bridgeModel, storeQuestions } from '../support/gate-world';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { useStack } from '../support/use-stack';

const RULE = 'State only what the passage says.';
const models = new ModelServer();
const service = useStack(models);
const assay = packAssay();

beforeAll(async () => {
  const conversationIds = await storeQuestions(service, 40);
  await service.call('POST', '/v1/sets', { name: 'support', conversation_ids: conversationIds });
  models.on(
    'gpt-4.1-mini',
    bridgeModel((_number, { body }) => !JSON.stringify(body.messages).includes(RULE)),
  );
});

interface Pipeline {
  exitCode: number;
  summary: string;
}

const commit = 'c0ffee'.padEnd(40, '0');

async function runOnGithub({ folder }: ExampleRepository): Promise<Pipeline> {
  return runWorkflow(folder, '.github/workflows/gate.yml', {
    vars: { ASSAY_PACKAGE: assay, ASSAY_URL: service.stack.url, ASSAY_WORKSPACE_ID: service.workspaceId },
    secrets: { ASSAY_API_KEY: owner.apiKey },
    env: { GITHUB_SHA: commit },
  });
}

async function runOnGitlab({ folder }: ExampleRepository): Promise<Pipeline> {
  const { exitCode } = await runJob(folder, 'assay-gate', {
    ASSAY_PACKAGE: assay,
    ASSAY_URL: service.stack.url,
    ASSAY_API_KEY: owner.apiKey,
    ASSAY_WORKSPACE_ID: service.workspaceId,
    CI_COMMIT_SHA: commit,
  });
  return { exitCode, summary: readFileSync(join(folder, 'assay-gate/summary.md'), 'utf8') };
}

describe.each([
  ['GitHub', runOnGithub],
  ['GitLab', runOnGitlab],
])('the pipeline on %s of a prompt that a service tries', (_host, runPipeline) => {
  const repositories: ExampleRepository[] = [];
  afterAll(() => {
    for (const repository of repositories) repository.remove();
  });

  function createRepository() {
    const repository = new ExampleRepository('ci-service');
    repositories.push(repository);
    return repository;
  }

  it('is green if its replies are not worse', async () => {
    const { exitCode, summary } = await runPipeline(createRepository());

    expect(summary).toContain('## Not worse');
    expect(exitCode).toBe(0);
  });

  it('is red if its replies are worse, and quotes a new finding', async () => {
    const repository = createRepository();
    repository.replaceIn('prompt.txt', RULE, 'Be helpful.');

    const { exitCode, summary } = await runPipeline(repository);

    expect(summary).toContain('## Worse');
    expect(summary).toMatch(/^### New findings\n[\s\S]*1889/m);
    expect(exitCode).toBe(1);
  });
});
