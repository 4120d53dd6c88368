import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { packAssay, packCommand } from '../support/ci/command-package';
import { ExampleRepository } from '../support/ci/example-repository';
import { runWorkflow } from '../support/ci/github-workflow';
import { runJob } from '../support/ci/gitlab-job';

interface Pipeline {
  exitCode: number;
  /** What a reader of the pipeline is shown. */
  summary: string;
  log: string;
  /** The path of the report in JSON. */
  report: string;
}

type RunPipeline = (repository: ExampleRepository, assayPackage: string) => Promise<Pipeline>;

const runGithub: RunPipeline = async ({ folder }, assayPackage) => {
  const result = await runWorkflow(folder, '.github/workflows/gate.yml', {
    vars: { ASSAY_PACKAGE: assayPackage },
  });
  return { ...result, report: result.outputs.report ?? '' };
};

const runGitlab: RunPipeline = async ({ folder }, assayPackage) => {
  const result = await runJob(folder, 'assay-gate', { ASSAY_PACKAGE: assayPackage });
  const reports = join(folder, 'assay-gate');
  const summary = join(reports, 'summary.md');
  return {
    ...result,
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
    report: join(reports, 'report.json'),
  };
};

const assay = packAssay();
/** Prints its arguments instead. */
const printArguments = packCommand("console.log('arguments:', JSON.stringify(process.argv.slice(2)));");

function printedArguments(log: string): string[] {
  const [, printed = 'null'] = /^arguments: (.*)$/m.exec(log) ?? [];
  return JSON.parse(printed);
}

const repositories: ExampleRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

function createRepository(...replacement: [] | [file: string, text: string, replacement: string]) {
  const repository = new ExampleRepository();
  repositories.push(repository);
  if (replacement.length === 3) repository.replaceIn(...replacement);
  return repository;
}

const read = (path: string) => readFileSync(path, 'utf8');

describe.each([
  ['GitHub', runGithub, '.github/workflows/gate.yml'],
  ['GitLab', runGitlab, '.gitlab-ci.yml'],
])('the pipeline of the example on %s', (_host, runPipeline, pipelineFile) => {
  it('is green for a prompt that is not worse', async () => {
    const repository = createRepository('prompt.txt', 'one sentence', 'one short, friendly sentence');

    const { exitCode, summary, report } = await runPipeline(repository, assay);

    expect(exitCode).toBe(0);
    expect(summary).toContain('## Not worse');
    expect(JSON.parse(read(report))).toMatchObject({ outcome: 'not_worse', worse_pairs: 5, better_pairs: 4 });
  });

  it('is red for a prompt that makes replies worse, and names the cases', async () => {
    const repository = createRepository('prompt.txt', 'State only what the catalog says.', 'Be helpful.');

    const { exitCode, summary, report } = await runPipeline(repository, assay);

    expect(exitCode).toBe(1);
    expect(summary).toContain('## Worse');
    expect(summary).toContain('### New failures');
    expect(read(join(report, '../junit.xml'))).toContain('<failure message="Worse');
  });

  it('is red for a pinned case that fails, though the rate is not worse', async () => {
    const discount = 'Refer customers who ask for a discount to the sales team.';
    const repository = createRepository('prompt.txt', discount, '');

    const { exitCode, report } = await runPipeline(repository, assay);

    expect(exitCode).toBe(1);
    expect(JSON.parse(read(report))).toMatchObject({ outcome: 'not_worse', pinned: [{ status: 'failed' }] });
  });

  it('is red if the gate cannot run', async () => {
    const repository = createRepository(pipelineFile, 'results/baseline.jsonl', 'absent.jsonl');

    const { exitCode, log } = await runPipeline(repository, assay);

    expect(exitCode).toBe(2);
    expect(log).toMatch(/^absent\.jsonl /m);
  });

  it('is red for a package that cannot be installed, and not as for a worsening', async () => {
    const { exitCode } = await runPipeline(createRepository(), './absent.tgz');

    expect(exitCode).toBe(2);
  });

  it('is red without a package', async () => {
    const { exitCode, log } = await runPipeline(createRepository(), '');

    expect(exitCode).toBe(2);
    expect(log).toContain('The input package is missing');
  });

  it('passes inputs on as data', async () => {
    const hostile = '$(touch run); `touch run` "\' * \\';
    const repository = createRepository(pipelineFile, '10pt', JSON.stringify(hostile));

    const { log } = await runPipeline(repository, printArguments);

    expect(printedArguments(log)).toContain(`--min-effect=${hostile}`);
    expect(existsSync(join(repository.folder, 'run'))).toBe(false);
  });

  it('passes further arguments on, one per line', async () => {
    const args = JSON.stringify('--undecided=fail\n--score=faith fulness>=0.7 *\n');
    const repository = createRepository(pipelineFile, 'min-effect: 10pt', `args: ${args}`);

    const { log } = await runPipeline(repository, printArguments);

    expect(printedArguments(log)).toEqual([
      'gate',
      '--from=promptfoo',
      '--must-pass=must-pass.txt',
      expect.stringMatching(/^--junit=/),
      expect.stringMatching(/^--markdown=/),
      expect.stringMatching(/^--report-json=/),
      '--undecided=fail',
      '--score=faith fulness>=0.7 *',
      '--',
      'results/baseline.jsonl',
      'candidate.jsonl',
    ]);
  });
});

it('says on GitHub that the gate could not run', async () => {
  const repository = createRepository('.github/workflows/gate.yml', 'results/baseline.jsonl', 'absent.jsonl');

  const { summary, outputs } = await runWorkflow(repository.folder, '.github/workflows/gate.yml', {
    vars: { ASSAY_PACKAGE: assay },
  });

  expect(summary).toBe('## The gate could not run\n');
  expect(outputs.outcome).toBe('error');
});

it('interrupts the gate when a workflow of GitHub is cancelled', async () => {
  const waiting = packCommand(
    "process.on('SIGINT', () => process.exit(9)); setInterval(() => {}, 1000); console.log('waiting');",
  );

  const { exitCode } = await runWorkflow(createRepository().folder, '.github/workflows/gate.yml', {
    vars: { ASSAY_PACKAGE: waiting },
    interruptAt: 'waiting',
  });

  expect(exitCode).toBe(9);
});

it('runs the same command on both hosts', () => {
  const [action, template] = ['action.yml', 'ci/gitlab/assay-gate.yml'].map((path) =>
    /"\$tools\/.*\n(?: .*\n)*? +"\$@" -- .*/.exec(read(join(packageRoot, path)))?.[0].replace(/^ +/gm, ''),
  );

  expect(action).toMatch(/--from=/);
  expect(template).toBe(action);
});
