import { STOPPED } from './exit';

/**
 * Runs `work` until it ends, or SIGINT or SIGTERM aborts its signal; a second one ends the process
 * immediately. Resolves to the exit code of `work`, or to 130 when it was stopped or its output was closed.
 * @throws errors of `work` otherwise
 */
export async function runUntilStopped(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopAsked = new AbortController();
  const { signal } = stopAsked;
  const stop = () => stopAsked.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted || (error as { code?: unknown } | null)?.code === 'EPIPE') return STOPPED;
    throw error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, stop);
    stopAsked.abort(); // closes an input that was not read to its end
  }
}
