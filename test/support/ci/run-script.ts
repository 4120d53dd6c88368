import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Script {
  script: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Once this is printed, the shell gets SIGINT, as when a pipeline is cancelled. */
  interruptAt?: string | undefined;
}

/** Runs a script in a shell, with PATH and HOME of this process. */
export async function runScript(
  [shell = 'sh', ...args]: readonly string[],
  { script, folder, env, interruptAt }: Script,
): Promise<{ exitCode: number; log: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(shell, [...args, '-c', script], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += String(chunk);
      if (interruptAt !== undefined && log.includes(interruptAt)) child.kill('SIGINT');
    });
  const [exitCode] = await once(child, 'close');
  return { exitCode, log };
}
