import { onAbort } from '../../packages/concurrency';
import type { ServiceAddresses } from './service/bring-up';
import { ignoreMessageErrors } from './shared/output-errors';

export interface StayUpOptions {
  env: NodeJS.ProcessEnv;
  /** Called once everything is ready; the service keeps running afterwards, and stops if it throws. */
  whenUp(service: ServiceAddresses, signal: AbortSignal): void | Promise<void>;
}

/**
 * Starts everything and runs until SIGINT or SIGTERM, also during the start; everything is stopped when this
 * resolves or rejects. Reports progress on stderr.
 * @throws Error when a part does not start, and errors of `whenUp`
 */
export async function stayUp({ env, whenUp }: StayUpOptions): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  ignoreMessageErrors();
  // Listens before it loads the rest, because a signal may arrive while loading.
  const stopAsked = new AbortController();
  for (const name of stopSignals()) process.on(name, () => stopAsked.abort());
  const { signal } = stopAsked;
  try {
    const { bringUp } = await import('./service/bring-up.js');
    const { stop, ...addresses } = await bringUp({ env, log, signal });
    try {
      await whenUp(addresses, signal);
      await new Promise<void>((resolve) => onAbort(signal, resolve));
    } finally {
      log('Stopping');
      await stop();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  log('Everything stopped');
}

/**
 * Closing the terminal also stops the service. Without a terminal SIGHUP is not handled: nohup may have set
 * it to be ignored.
 */
function stopSignals(): NodeJS.Signals[] {
  return process.stderr.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
