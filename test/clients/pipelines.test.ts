import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { packAssay } from '../support/ci/command-package';
import { ExampleRepository } from '../support/ci/example-repository';
import { blocksOf } from '../support/shown-commands';
import { installActionlint } from './actionlint';
import { installEnvironment } from './environments';

const RUN_LIMIT_MS = 120_000;
const TYPED = /^\$ npx --yes gitlab-ci-local@(\S+)(.*)$/m;

const repositories: ExampleRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

async function createRepository(...replacement: [file: string, text: string, replacement: string] | []) {
  const repository = new ExampleRepository();
  repositories.push(repository);
  if (replacement.length === 3) repository.replaceIn(...replacement);
  const commands = 'git init --quiet && git add . && git commit --quiet --message "A prompt with a gate"';
  await run(repository, ['bash', '-c', commands]);
  return repository;
}

/** Runs a command in the repository, whose log may have colors. */
async function run(
  { folder }: ExampleRepository,
  [program = '', ...args]: readonly string[],
  { path = [], env = {} }: { path?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<{ exitCode: number; log: string }> {
  const person = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada', EMAIL: 'ada@example.com' };
  const running = promisify(execFile)(program, args, {
    cwd: folder,
    env: {
      ...person,
      ...env,
      HOME: process.env.HOME,
      PATH: [...path, process.env.PATH, join(__dirname, 'bin')].join(delimiter),
    },
    timeout: RUN_LIMIT_MS,
  });
  return running.then(
    ({ stdout, stderr }) => ({ exitCode: 0, log: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ exitCode: code, log: stdout + stderr }),
  );
}

async function findShellcheck(): Promise<string> {
  const { interpreter } = await installEnvironment('python-shellcheck');
  return join(dirname(interpreter), 'shellcheck');
}

describe('the action and the workflow of the example', () => {
  const lint = async (repository: ExampleRepository) =>
    run(repository, [await installActionlint(), '-no-color', '-shellcheck', await findShellcheck()]);

  it('have no fault that actionlint finds', async () => {
    expect(await lint(await createRepository())).toEqual({ exitCode: 0, log: '' });
  });

  it('have a fault if an input is misspelled', async () => {
    const repository = await createRepository('.github/workflows/gate.yml', 'from:', 'form:');

    expect((await lint(repository)).log).toContain('input "form" is not defined');
  });
});

it.each([
  ['the action', '.github/actions/assay-gate/action.yml', 'bash'],
  ['the template', 'ci/assay-gate.yml', 'sh'],
])('%s has no fault that shellcheck finds', async (_name, path, shell) => {
  const repository = await createRepository();
  const scripts = readScripts(join(repository.folder, path));
  const names = scripts.map((_script, index) => `script-${index}.sh`);
  for (const [index, script] of scripts.entries())
    writeFileSync(join(repository.folder, `script-${index}.sh`), script);

  const checked = await run(repository, [await findShellcheck(), '--shell', shell, ...names]);

  expect(names).not.toEqual([]);
  expect(checked).toEqual({ exitCode: 0, log: '' });
});

function readScripts(path: string): string[] {
  const content = parseAllDocuments(readFileSync(path, 'utf8')).at(-1)?.toJS();
  return (
    content['assay-gate']?.script ?? content.runs.steps.map(({ run: script }: { run: string }) => script)
  );
}

describe('the pipeline of the example in a runner of GitLab, as docs/gate-in-ci.md starts it', () => {
  const typed = blocksOf('docs/gate-in-ci.md').find(
    ({ language, text }) => language === 'console' && TYPED.test(text),
  );
  const [, version, args] = TYPED.exec(typed?.text ?? '') ?? [];

  async function runPipeline(repository: ExampleRepository) {
    const { folder } = await installEnvironment('gitlab-ci-local');
    const installed = join(folder, 'node_modules/gitlab-ci-local/package.json');
    expect(JSON.parse(readFileSync(installed, 'utf8')).version).toBe(version);
    return run(repository, ['bash', '-c', `gitlab-ci-local ${args}`], {
      path: [join(folder, 'node_modules/.bin')],
      env: { ASSAY_PACKAGE: packAssay() },
    });
  }

  it('is green for a prompt that is not worse', async () => {
    const repository = await createRepository('prompt.txt', 'one sentence', 'one short, friendly sentence');

    const { exitCode, log } = await runPipeline(repository);

    expect(log).toContain('Not worse: a worsening of 10.0 points or more is excluded.');
    expect(exitCode).toBe(0);
  });

  it('is red for a prompt that makes replies worse, with a JUnit report', async () => {
    const repository = await createRepository('prompt.txt', 'State only what the catalog says', 'Be helpful');

    const { exitCode, log } = await runPipeline(repository);

    expect(log).toContain('FAIL 1');
    expect(exitCode).toBe(1);
    const artifact = join(repository.folder, '.gitlab-ci-local/artifacts/assay-gate/assay-gate/junit.xml');
    expect(readFileSync(artifact, 'utf8')).toContain('<failure message="Worse');
  });
});
