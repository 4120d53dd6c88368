import { type AssayClient, type Experiment, ServerError, UnreachableError } from '../../../packages/client';
import { pause } from '../../../packages/concurrency';
import type { Output } from '../shared/output/output';
import { withProgressBar } from '../shared/progress-bar';
import { describeItems } from './experiment-columns';

const POLL_MS = 1_000;
const DEFAULT_OUTAGE_MS = 10 * 60_000;

export interface Follower {
  signal: AbortSignal;
  /** Called with the experiment after each change. */
  onChange(latest: Experiment): void;
  /** Prints a line for a person. */
  say(line: string): void;
  /** How long the service may not respond; 10 minutes by default. */
  maxOutageMs?: number | undefined;
}

/**
 * Reads an experiment until it has ended; after the first response, through outages of the service.
 * @throws AssayError, and the abort reason of the signal
 */
export async function followExperiment(
  client: AssayClient,
  id: string,
  follower: Follower,
): Promise<Experiment> {
  const { signal, onChange, say, maxOutageMs = DEFAULT_OUTAGE_MS } = follower;
  let shown = '';
  let outageSince: number | null = null;
  for (let isFirst = true; ; isFirst = false) {
    const latest = await client.experiments
      .get(id, { omit: 'conversation_ids' }, { signal })
      .catch((error: unknown) => {
        const isOutage = error instanceof UnreachableError || error instanceof ServerError;
        if (isFirst || !isOutage || Date.now() - (outageSince ?? Date.now()) > maxOutageMs) throw error;
        if (outageSince === null)
          say('The service does not respond. Waiting for it; the experiment is not affected');
        return null;
      });
    if (latest === null) outageSince ??= Date.now();
    else {
      outageSince = null;
      const { status, status_summary: counts } = latest;
      const state = JSON.stringify([status, counts]);
      if (state !== shown) onChange(latest);
      shown = state;
      if (status !== 'pending' && status !== 'running') return latest;
    }
    await pause(POLL_MS, signal);
  }
}

/** Shows the progress of `work` on a terminal as a bar, otherwise as a line for each change. */
export function showProgress<T>(
  total: number,
  messages: Output,
  work: (show: (latest: Experiment) => void) => Promise<T>,
): Promise<T> {
  if (messages.isTTY !== true)
    return work((latest) => messages.write(`${latest.status}: ${describeItems(latest)}\n`));
  return withProgressBar('Items', total, (showCount) =>
    work(({ status_summary: counts }) => showCount(counts.completed + counts.failed + counts.skipped)),
  );
}
