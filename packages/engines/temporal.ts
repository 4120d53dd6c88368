import { Connection } from '@temporalio/client';
import { pollUntil } from './poll';
import { spawnEngine } from './spawn-logged';
import type { ProcessSpec } from './supervised-process';

const CONNECT_LIMIT_MS = 2_000;

/**
 * Dispatches the tasks of a queue round robin by workspace; see priorityOf. Servers before 1.30 have both
 * matching settings off, later ones only fairness. `docker/temporal-dynamic-config.yaml` has the same settings.
 */
export const temporalDynamicConfig = {
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  // For servers whose clocks differ; by default, a shorter timer fires only after 1 s. One server has one clock.
  'history.timerProcessorMaxTimeShift': '10ms',
} as const;

export interface TemporalOptions {
  binary: string;
  dbFilename: string;
  namespace: string;
  port: number;
  uiPort: number;
  logPath: string;
}

/**
 * The Temporal development server and its UI on the loopback address, with its state in one SQLite file;
 * ready when the namespace is available.
 */
export function temporalProcess(options: TemporalOptions): ProcessSpec {
  const { binary, dbFilename, namespace, port, uiPort, logPath } = options;
  const addresses = ['--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)];
  const dynamicConfig = Object.entries(temporalDynamicConfig).flatMap(([key, value]) => [
    '--dynamic-config-value',
    `${key}=${JSON.stringify(value)}`,
  ]);
  const state = ['--db-filename', dbFilename, '--namespace', namespace, '--log-level', 'warn'];
  return {
    name: 'temporal',
    logPath,
    readyLimitMs: 60_000,
    stopLimitMs: 15_000,
    spawn: () =>
      spawnEngine(binary, ['server', 'start-dev', ...addresses, ...state, ...dynamicConfig], logPath, {
        TEMPORAL_VERSION_CHECK_DISABLED: '1', // the server would otherwise send usage data
      }),
    ready: (_child, signal) => pollUntil(() => isServing(`127.0.0.1:${port}`, namespace), signal),
  };
}

async function isServing(address: string, namespace: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_LIMIT_MS });
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return true;
  } finally {
    await connection.close();
  }
}
