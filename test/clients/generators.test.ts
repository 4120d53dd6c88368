import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { type Environment, installEnvironment } from './environments';

const run = promisify(execFile);
const openApi = join(packageRoot, 'dist/openapi.json');
const programs = join(__dirname, 'programs');
const RUN_LIMIT_MS = 5 * 60_000;

let output: string;
beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
});
afterEach(() => rmSync(output, { recursive: true, force: true }));

/** What a program prints. Rejects with its output if it fails. */
async function runProgram(program: string, arguments_: string[], path = ''): Promise<string> {
  const env = { PATH: `${path}:${process.env.PATH}`, HOME: process.env.HOME, NO_COLOR: '1', CI: '1' };
  const { stdout, stderr } = await run(program, arguments_, { cwd: output, timeout: RUN_LIMIT_MS, env });
  return stdout + stderr;
}

const runNode = ({ folder, interpreter }: Environment, name: string, arguments_: string[]) =>
  runProgram(interpreter, [join(folder, 'node_modules/.bin', name), ...arguments_]);

describe('the OpenAPI document, by npm run test:clients', () => {
  it('has no warning of spectral:oas', async () => {
    const rules = join(programs, 'spectral.yaml');
    const lint = ['lint', openApi, '--ruleset', rules, '--fail-severity', 'hint'];

    expect(await runNode(await installEnvironment('openapi'), 'spectral', lint)).toContain(
      "No results with a severity of 'hint' or higher found!",
    );
  });

  it('makes a client by @hey-api/openapi-ts without a warning', async () => {
    const printed = await runNode(await installEnvironment('openapi'), 'openapi-ts', [
      ...['--input', openApi, '--output', join(output, 'client')],
    ]);

    expect(printed).toContain('Done!');
    expect(printed).not.toMatch(/warn|⚠|error/i);
    expect(existsSync(join(output, 'client/types.gen.ts'))).toBe(true);
  });

  it('makes a client by openapi-python-client without a warning', async () => {
    const { folder } = await installEnvironment('python-openapi');
    const bin = join(folder, 'bin');
    const printed = await runProgram(
      join(bin, 'openapi-python-client'),
      [
        ...['generate', '--path', openApi, '--output-path', join(output, 'client'), '--fail-on-warning'],
        ...['--config', join(programs, 'openapi-python-client.yaml')],
      ],
      bin,
    );

    expect(printed).not.toMatch(/warning|error/i);
    expect(existsSync(join(output, 'client/pyproject.toml'))).toBe(true);
  });
});
