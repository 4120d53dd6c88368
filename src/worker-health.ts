import { hostname } from 'node:os';
import { loadConfig } from './config';
import { exitWithFailure } from './platform/process-lifetime';
import { connectTemporal } from './platform/temporal/connection';
import { isPolledFrom } from './platform/temporal/pollers';

/**
 * The health check of a worker, run on the same host: exits 0 while Temporal sees this host poll. The worker
 * itself has no endpoint, and a process that runs without polling is not healthy.
 */
async function main(): Promise<void> {
  const { temporal } = loadConfig();
  const client = connectTemporal(temporal);
  try {
    if (await isPolledFrom(client, temporal.taskQueue, hostname())) return;
    throw new Error(`No worker on this host polls the task queue ${temporal.taskQueue}`);
  } finally {
    await client.connection.close();
  }
}

main().catch(exitWithFailure);
