import { join } from 'node:path';
import { forkNode, terminateProcess } from '../../../packages/engines';

const PROGRAM = join(__dirname, '../../runner.js');
const STOP_LIMIT_MS = 35_000; // it stops within 30 s

export interface RunnerSettings {
  api: string;
  /** An API key of a workspace. */
  key: string;
  candidatesPath: string;
  logPath: string;
}

/**
 * Calls `work` while a runner process with the strategy `list` works on the runs of the workspace. `check`
 * throws once the runner has exited, which is unexpected.
 */
export async function withRunner<Result>(
  { api, key, candidatesPath, logPath }: RunnerSettings,
  work: (check: () => void) => Promise<Result>,
): Promise<Result> {
  const runner = forkNode(PROGRAM, ['--strategy', 'list', '--candidates', candidatesPath], logPath, {
    ASSAY_URL: api,
    ASSAY_API_KEY: key,
  });
  let failure: Error | null = null;
  runner.once('error', (error) => {
    failure = error;
  });
  runner.once('exit', (code, signal) => {
    failure = new Error(`The runner exited with ${signal ?? `status ${code}`}. See ${logPath}`);
  });
  try {
    return await work(() => {
      if (failure !== null) throw failure;
    });
  } finally {
    if (runner.pid !== undefined && failure === null) await terminateProcess(runner.pid, STOP_LIMIT_MS);
  }
}
