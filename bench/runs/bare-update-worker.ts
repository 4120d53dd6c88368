import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { loadConfig } from '../../src/config';
import { workerSettings } from '../../src/worker-runtime';

/** A process like the worker, with the same settings, whose one workflow answers updates. */
async function main(): Promise<void> {
  const config = loadConfig();
  Runtime.install({ shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: config.temporal.address }),
    ...workerSettings(config),
    workflowsPath: require.resolve('./bare-update.workflow'),
  });
  process.on('SIGTERM', () => worker.shutdown());
  process.on('disconnect', () => worker.shutdown());
  const running = worker.run();
  process.send?.({ ready: true });
  await running;
  process.exit(0);
}

if (require.main === module) void main();
