import { join } from 'node:path';
import { onAbort } from '../../../packages/concurrency';
import {
  type EngineAddresses,
  Engines,
  freePort,
  isPortFree,
  LockedDataDir,
  type Log,
  ProcessGroup,
  runCommand,
  startServices,
} from '../../../packages/engines';

const DEFAULT_PORT = 3000;
const PROGRAMS = join(__dirname, '../..');

/** The addresses of all parts. Null for parts of an engine that runs elsewhere. */
export interface ServiceAddresses {
  api: string;
  docs: string;
  temporal_ui: string | null;
  mongodb_uri: string;
  temporal_address: string;
  pids: { api: number | null; worker: number | null; mongod: number | null; temporal: number | null };
}

export interface RunningService extends ServiceAddresses {
  /** Stops api, worker and the engines started here, in this order; may be called repeatedly. */
  stop(): Promise<void>;
}

export interface BringUpOptions {
  /**
   * PORT, DATA_DIR, MONGODB_URI and TEMPORAL_ADDRESS are read here; all variables are passed to api and
   * worker.
   */
  env: NodeJS.ProcessEnv;
  log: Log;
  /** When aborted, cancels the start and stops what was started so far. */
  signal: AbortSignal;
}

/**
 * Starts the whole service: engines, migration, api, worker; all are restarted whenever they exit.
 * @throws Error when a part does not start, and the signal's reason when aborted; then everything is stopped
 */
export async function bringUp({ env, log, signal }: BringUpOptions): Promise<RunningService> {
  const dataDir = await LockedDataDir.take(env.DATA_DIR || '.assay', log);
  const engines = new Engines({ env, dataDir, log, signal });
  const services = new ProcessGroup({ log, onSpawn: (name, pid) => dataDir.notePid(name, pid) });
  const stop = once(async () => {
    await services.stop();
    await engines.stop();
    dataDir.release();
  });
  const leave = onAbort(signal, () => void stop());
  try {
    signal.throwIfAborted();
    const port = await apiPort(env);
    const engineAddresses = await engines.start();
    signal.throwIfAborted();
    const serviceEnv = environmentFor(env, dataDir.path, port, engineAddresses);
    await runCommand(process.execPath, [join(PROGRAMS, 'cli', 'main.js'), 'migrate'], {
      env: serviceEnv,
      signal,
    });
    log('Database migrated');
    const api = await startServices(services, {
      programs: PROGRAMS,
      dataDir: dataDir.path,
      port,
      env: serviceEnv,
    });
    signal.throwIfAborted();
    return {
      api,
      docs: `${api}/docs`,
      temporal_ui: engineAddresses.temporalUi,
      mongodb_uri: engineAddresses.mongodbUri,
      temporal_address: engineAddresses.temporalAddress,
      pids: {
        api: services.pidOf('api'),
        worker: services.pidOf('worker'),
        mongod: engines.pidOf('mongod'),
        temporal: engines.pidOf('temporal'),
      },
      stop,
    };
  } catch (error) {
    await stop();
    signal.throwIfAborted();
    throw error;
  } finally {
    leave();
  }
}

function environmentFor(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  port: number,
  { mongodbUri, temporalAddress }: EngineAddresses,
): NodeJS.ProcessEnv {
  return {
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: temporalAddress,
  };
}

/** PORT if set, else 3000 if free, else any free port. */
async function apiPort(env: NodeJS.ProcessEnv): Promise<number> {
  if (!env.PORT) return (await isPortFree(DEFAULT_PORT)) ? DEFAULT_PORT : freePort();
  const port = Number(env.PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT: expected a whole number from 0 to 65535');
  if (port === 0) return freePort();
  if (!(await isPortFree(port)))
    throw new Error(`PORT ${port} is used by another program. Choose another PORT or stop that program`);
  return port;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}
