import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { loadConfig } from '../src/config';
import { workerSettings } from '../src/worker-runtime';

/**
 * Runs a process like the worker, with the same settings, on other workflows and activities. It notifies its
 * parent when it is ready, and exits on SIGTERM or with its parent.
 */
export async function runBenchWorker(
  work: Pick<WorkerOptions, 'activities' | 'workflowsPath'>,
): Promise<void> {
  const config = loadConfig();
  Runtime.install({ shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: config.temporal.address }),
    ...workerSettings(config),
    ...work,
  });
  process.on('SIGTERM', () => worker.shutdown());
  process.on('disconnect', () => worker.shutdown());
  const running = worker.run();
  process.send?.({ ready: true });
  await running;
  process.exit(0);
}
