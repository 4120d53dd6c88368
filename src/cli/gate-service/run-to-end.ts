import { setTimeout as pause } from 'node:timers/promises';
import { ConflictError, type Experiment } from '../../../packages/client';
import type { GateService } from './gate-service';

const POLL_MS = 1_000;
/** An early decision is looked for so many times in the course of an experiment: it reads all items. */
const LOOKS = 40;

export interface RunOptions {
  show?(done: number): void;
  /** Whether what the experiment has so far decides, so that the rest need not run. */
  isDecided?(): Promise<boolean>;
}

/**
 * Waits until an experiment has ended. One that was cancelled or failed as a whole before this gate began continues:
 * a pipeline that is run again is to decide.
 * @throws AssayError, UnreachableError, the reason of the signal
 */
export async function runToEnd(
  service: GateService,
  experiment: Experiment,
  { show = () => undefined, isDecided = async () => false }: RunOptions = {},
): Promise<Experiment> {
  const { client, signal } = service;
  if (isStuck(experiment) && !(await isDecided())) await reopen(service, experiment.id);
  let doneAtLook = 0;
  for (;;) {
    const latest = await client.experiments.get(experiment.id, { omit: 'conversation_ids' }, { signal });
    const { completed, failed, skipped, total } = latest.status_summary;
    const done = completed + failed + skipped;
    show(done);
    if (hasEnded(latest)) return latest;
    if (done > doneAtLook && done >= doneAtLook + total / LOOKS) {
      doneAtLook = done;
      if (await isDecided()) return cancelAndWait(service, experiment.id);
    }
    await pause(POLL_MS, undefined, { signal });
  }
}

/** Cancels an experiment unless it has ended, and waits for its end. */
export async function cancelAndWait(
  { client, signal }: Pick<GateService, 'client' | 'signal'>,
  id: string,
): Promise<Experiment> {
  try {
    await client.experiments.cancel(id, { signal });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  return client.experiments.waitFor(id, { signal });
}

const hasEnded = ({ status }: Experiment) => status !== 'pending' && status !== 'running';

/** It has ended without results that the next gate could read. */
function isStuck({ status, decision }: Experiment): boolean {
  return decision === null && (status === 'cancelled' || status === 'failed');
}

async function reopen({ client, signal, start, started, say }: GateService, id: string): Promise<void> {
  for (;;) {
    try {
      await start((startSignal) => client.experiments.retry(id, { signal: startSignal }));
      started.add(id);
      say('It had ended without a result: its failed items are retried.');
      return;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // No item has failed, or another gate has reopened it.
      if (error.retryAfterMs === null) return;
      await pause(error.retryAfterMs, undefined, { signal }); // its workflow is closing
    }
  }
}
