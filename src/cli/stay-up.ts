import type { ServiceAddresses } from './service/bring-up';

export interface StayUpOptions {
  env: NodeJS.ProcessEnv;
  /** What to do once everything serves; the service stays up after it, and ends when it throws. */
  whenUp(service: ServiceAddresses, signal: AbortSignal): void | Promise<void>;
}

/**
 * Brings everything up and keeps it until SIGINT or SIGTERM, also while still starting; nothing is left running
 * when this settles. Says what it does on stderr.
 * @throws Error when a part does not start, and what `whenUp` throws.
 */
export async function stayUp({ env, whenUp }: StayUpOptions): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  // Listening comes first and loading what is needed second, which takes a moment in which a signal may come.
  const stopAsked = new AbortController();
  for (const name of stopSignals()) process.on(name, () => stopAsked.abort());
  process.stdout.on('error', () => stopAsked.abort()); // nobody reads any more, as after `| head`
  const { signal } = stopAsked;
  try {
    const { bringUp } = await import('./service/bring-up.js');
    const { stop, ...addresses } = await bringUp({ env, log, signal });
    try {
      await whenUp(addresses, signal);
      await aborted(signal);
    } finally {
      log('Stopping');
      await stop();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  log('Everything is stopped');
}

/** Closing the terminal ends the service too. Off a terminal SIGHUP is left alone: nohup may have asked to ignore it. */
function stopSignals(): NodeJS.Signals[] {
  return process.stderr.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
