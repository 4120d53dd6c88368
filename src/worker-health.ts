import { hostname } from 'node:os';
import { loadConfig } from './config';
import { connectTemporal } from './platform/temporal/connection';
import { isPolledFrom } from './platform/temporal/pollers';

/**
 * The health check of a worker, to be run beside it: exits 0 while Temporal sees this host poll. The worker
 * itself serves nothing, and a process that runs but has stopped polling is of no use.
 */
async function main(): Promise<void> {
  const { temporal } = loadConfig();
  const client = connectTemporal(temporal);
  try {
    if (await isPolledFrom(client, temporal.taskQueue, hostname())) return;
    throw new Error(`No worker of this host polls the task queue ${temporal.taskQueue}`);
  } finally {
    await client.connection.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
