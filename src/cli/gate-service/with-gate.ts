import type { ConnectionFlags } from '../shared/connection/connection-options';
import { FAILED } from '../shared/exit';
import { runUntilStopped } from '../shared/run-until-stopped';
import { cancelStarted } from './cancel-started';
import { connectGate, type GateService } from './gate-service';

export interface GateSession extends ConnectionFlags {
  env: NodeJS.ProcessEnv;
  /** Minutes. */
  timeout: number;
  say(line: string): void;
}

/** Node.js fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Connects to the service and does `work`, until a signal or the time limit ends it. Resolves to the exit code. After a
 * signal or an error, what the gate has started is of no use and is cancelled; after the time limit it continues.
 * @throws errors of `connectGate` and of `work`
 */
export function withGate(
  { env, timeout, say, ...flags }: GateSession,
  work: (service: GateService) => Promise<number>,
): Promise<number> {
  return runUntilStopped(async (stopped) => {
    const ending = new AbortController();
    const abort = () => ending.abort();
    stopped.addEventListener('abort', abort);
    const timeoutMs = Math.min(timeout * 60_000, MAX_TIMER_MS);
    const timer = setTimeout(abort, timeoutMs);
    let service: GateService | null = null;
    try {
      service = await connectGate({ ...flags, env, signal: ending.signal, outageMs: timeoutMs, say });
      return await work(service);
    } catch (error) {
      if (ending.signal.aborted && !stopped.aborted) {
        const rest = (await hasExperiment(service))
          ? 'The experiment continues; run the gate again to wait for it.'
          : 'No experiment was started.';
        say(`Not decided within ${timeout} minute${timeout === 1 ? '' : 's'} (--timeout). ${rest}`);
        return FAILED;
      }
      abort(); // what still waits
      if (service === null) throw error;
      await cancelStarted(service);
      throw service.describe(error);
    } finally {
      clearTimeout(timer);
    }
  });
}

/** Whether an experiment continues that the gate has started or found; one that it is starting counts. */
async function hasExperiment(service: GateService | null): Promise<boolean> {
  if (service === null) return false;
  await Promise.allSettled(service.pendingStarts);
  return service.started.size + service.found.size > 0;
}
