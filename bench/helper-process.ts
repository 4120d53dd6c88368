import { once } from 'node:events';
import { basename, join } from 'node:path';
import { forkNode } from '../packages/engines';

export interface HelperProcess {
  /** The URL it listens on; empty when it does not. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a compiled program of this folder and resolves when it reports that it is ready. */
export async function startHelper(
  name:
    | 'no-op-worker'
    | 'bare-detector'
    | 'bare-span-store'
    | 'runs/bare-update-worker'
    | 'peers/model-server',
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<HelperProcess> {
  const logPath = join(dataDir, 'logs', `${basename(name)}.log`);
  const child = forkNode(join(__dirname, `${name}.js`), [], logPath, { ...process.env, ...env });
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`${name} exited before it was ready`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined); // from here on its exit is expected
  return {
    url: (message as { url?: string }).url ?? '',
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
