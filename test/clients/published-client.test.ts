import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '../../publish/client-package';
import { packageRoot } from '../../src/platform/package-root';
import { makeWorkspace, makeWorkspaceKey } from '../support/people';
import { useApi } from '../support/use-api';

const run = promisify(execFile);
const api = useApi();
const source = join(packageRoot, 'packages/client');
const RUN_LIMIT_MS = 120_000;
/** The compilers of the service and of the dashboard. */
const compilers = [
  ['7', 'node_modules/typescript/bin/tsc'],
  ['5', 'web/node_modules/typescript/bin/tsc'],
] as const;
const modules = ['readme.mts', 'readme.cts'];
let project: string;

beforeAll(async () => {
  await api.startWorker();
  project = mkdtempSync(join(tmpdir(), 'assay-client-'));
  const file = await packClient(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', file], { cwd: project });
  for (const name of modules) writeFileSync(join(project, name), programOf(readme()));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const readme = () => readFileSync(join(source, 'README.md'), 'utf8');

/** All examples of the README as one program, which has to wait inside of a function to be CommonJS too. */
function programOf(page: string): string {
  const lines = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(([, code = '']) => code.split('\n'));
  const isImport = (line: string) => line.startsWith('import ');
  return [
    ...lines.filter(isImport),
    'async function main() {',
    ...lines.filter((line) => !isImport(line)),
    '}',
    'main();',
  ].join('\n');
}

it('installs as itself alone, with the license and without sources', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
  const { stdout: files } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: source });

  expect(stdout.trim().split('\n')).toEqual([project, join(project, 'node_modules/@assay/client')]);
  const paths: string[] = JSON.parse(files)[0].files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  expect(paths.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

it.each(compilers)('has types for the examples of its README under TypeScript %s', async (_, compiler) => {
  const types = ['--types', 'node', '--typeRoots', join(packageRoot, 'node_modules/@types')];
  const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'node20', '--target', 'es2023'];

  await run(process.execPath, [join(packageRoot, compiler), ...options, ...types, ...modules], {
    cwd: project,
  }).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
});

it('has types without the exports of its manifest, as older settings of TypeScript resolve them', async () => {
  const types = ['--types', 'node', '--typeRoots', join(packageRoot, 'node_modules/@types')];
  const options = ['--strict', '--module', 'commonjs', '--moduleResolution', 'node10', '--target', 'es2022'];
  writeFileSync(
    join(project, 'older.ts'),
    "import { AssayClient } from '@assay/client';\nexport const { detect } = new AssayClient({ baseUrl: 'http://127.0.0.1' });\n",
  );

  const program = [join(packageRoot, compilers[1][1]), '--noEmit', ...options, ...types, 'older.ts'];
  await run(process.execPath, program, { cwd: project }).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
});

describe.each(['20', '22', '24'])('under Node.js %s', (release) => {
  it.each(['readme.mjs', 'readme.cjs'])('runs the examples of its README in %s', async (program) => {
    const workspaceId = await makeWorkspace(api);
    const { key } = await makeWorkspaceKey(api, workspaceId);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ASSAY_URL: api.url, ASSAY_API_KEY: key };

    const { stdout, stderr } = await run(
      'npx',
      ['-y', '-p', `node@${release}`, 'node', '--trace-warnings', program],
      { cwd: project, env, timeout: RUN_LIMIT_MS },
    );

    expect(stderr).toBe('');
    expect(stdout).toContain('15 euros');
    expect(stdout).toContain('1 completed');
    expect(stdout).toContain('body.name');
    expect(stdout.trim().split('\n').at(-1)).toBe('Another');
  });
});
