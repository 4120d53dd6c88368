import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface CommandOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Exit codes that are expected; 0 by default. */
  codes?: readonly number[];
}

/**
 * Runs a command to its end and resolves to its standard output.
 * @throws Error with both outputs for another exit code
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, codes = [0] }: CommandOptions,
): Promise<string> {
  const running = promisify(execFile)(command, args, { cwd, env, maxBuffer: MAX_OUTPUT_BYTES });
  running.child.stdin?.end(); // none of them may ask a question
  const { code, stdout, stderr } = await running.then(
    (output) => ({ code: 0, ...output }),
    (error: Error & { code: unknown; stdout: string; stderr: string }) => error,
  );
  if (typeof code === 'number' && codes.includes(code)) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}
