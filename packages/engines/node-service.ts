import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { ProcessGroup } from './process-group';
import { forkNode } from './spawn-logged';
import type { ProcessSpec } from './supervised-process';

/** The message that api and worker send over their IPC channel when they are ready. */
interface ReadyMessage {
  ready: true;
  /** The URL it listens on; sent by the api only. */
  url?: string;
}

export interface ServicesOptions {
  /** The folder of the compiled `api.js` and `worker.js`. */
  programs: string;
  /** Absolute. */
  dataDir: string;
  port: number;
  env: NodeJS.ProcessEnv;
}

/** Starts api and worker in parallel and resolves to the address of the api once both are ready. */
export async function startServices(services: ProcessGroup, options: ServicesOptions): Promise<string> {
  let url = `http://127.0.0.1:${options.port}`;
  await Promise.all([
    services.start(
      serviceProcess('api', options, (message) => {
        url = message.url ?? url;
      }),
    ),
    services.start(serviceProcess('worker', options, () => undefined)),
  ]);
  return url;
}

/**
 * As in the Dockerfile. An export fills the default young generation several times; collecting that took a sixth of the
 * api's time, and made the slowest exports twice as slow.
 */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

function serviceProcess(
  name: 'api' | 'worker',
  { programs, dataDir, env }: ServicesOptions,
  onReady: (message: ReadyMessage) => void,
): ProcessSpec {
  const logPath = join(dataDir, 'logs', `${name}.log`);
  return {
    name,
    logPath,
    readyLimitMs: 120_000,
    stopLimitMs: 35_000, // they stop within 30 s
    // The argument lets the next supervisor recognize a process left over from this folder.
    spawn: () => forkNode(join(programs, `${name}.js`), [dataDir], logPath, env, NODE_OPTIONS),
    ready: (child) => readyMessageOf(child).then(onReady),
  };
}

function readyMessageOf(child: ChildProcess): Promise<ReadyMessage> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (!isReadyMessage(message)) return;
      child.off('message', listen);
      resolve(message);
    };
    child.on('message', listen);
  });
}

function isReadyMessage(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && 'ready' in message && message.ready === true;
}
