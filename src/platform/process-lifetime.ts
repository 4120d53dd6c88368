import { describeFailure } from './errors/system-errors';
import type { Logger } from './logging';

/** Calls `stop` once, on SIGINT, SIGTERM, or when the supervisor that forked this process has exited. */
export function onStopRequest(logger: Logger, stop: () => void): void {
  let isStopping = false;
  const request = (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    stop();
  };
  process.on('SIGINT', () => request('SIGINT'));
  process.on('SIGTERM', () => request('SIGTERM'));
  process.on('disconnect', () => request('supervisor exited'));
}

/** Reports why a process cannot run, and exits 1. */
export function exitWithFailure(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
