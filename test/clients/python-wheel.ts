import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/platform/package-root';
import { firstOf } from '../support/first-of';
import { testDataRoot } from '../support/test-run';

const run = promisify(execFile);
const RUN_LIMIT_MS = 10 * 60_000;

export const clientSources = join(packageRoot, 'clients/python');

/** A folder for the tests of a file. */
export function createFolder(): string {
  const folder = mkdtempSync(join(testDataRoot(), 'assay-python-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program in the folder of the client's sources and resolves to its output; the error of a failure has the output too. */
export async function runProgram(
  program: string,
  options: readonly string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...settings };
  try {
    return (await run(program, options, { cwd: clientSources, env, timeout: RUN_LIMIT_MS })).stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/** Builds the wheel of the Python client into a folder and resolves to its path. */
export async function buildWheel(folder: string): Promise<string> {
  await runProgram('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, '.']);
  return join(folder, firstOf(readdirSync(folder).filter((file) => file.endsWith('.whl'))));
}
