import { describeFailure, describeFileError } from '../../platform/errors/system-errors';
import { FAILED, STOPPED } from './exit';

/**
 * Ends the command once its output cannot be written, as Ctrl-C does: commands that clean up do so. Without a reader, as
 * after `| head`, it ends silently.
 */
export function endOnOutputErrors(): void {
  let isEnding = false;
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].on('error', (error: NodeJS.ErrnoException) => {
      if (isEnding) return; // each write fails, also those of the cleanup
      isEnding = true;
      if (error.code !== 'EPIPE') {
        process.once('exit', () => {
          process.exitCode = FAILED;
        });
        const reason = describeFileError(error, 'written') ?? `cannot be written: ${describeFailure(error)}`;
        process.stderr.write(`${name} ${reason}\n`);
      }
      if (!process.emit('SIGINT', 'SIGINT')) process.exit(STOPPED);
    });
  }
}

/** For a service: it outlives what reads its progress. */
export function ignoreMessageErrors(): void {
  process.stderr.removeAllListeners('error').on('error', () => {});
}
