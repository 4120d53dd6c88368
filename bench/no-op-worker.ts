import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { loadConfig } from '../src/config';
import { workerSettings } from '../src/worker-runtime';

/** The input and the result are of the size of an item's activity. */
const activities = {
  async noOp(_input: { experimentId: string; itemId: string }): Promise<{ costCents: number }> {
    return { costCents: 0 };
  },
};

export type NoOpActivities = typeof activities;

/** A process like the worker, with the same settings, whose one activity does nothing. */
async function main(): Promise<void> {
  const config = loadConfig();
  Runtime.install({ shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: config.temporal.address }),
    ...workerSettings(config),
    activities,
    workflowsPath: require.resolve('./no-op.workflow'),
  });
  process.on('SIGTERM', () => worker.shutdown());
  process.on('disconnect', () => worker.shutdown());
  const running = worker.run();
  process.send?.({ ready: true });
  await running;
  process.exit(0);
}

if (require.main === module) void main();
