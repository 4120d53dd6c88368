import { describeError } from '../shared/describe-error';
import type { GateService } from './gate-service';
import { cancelAndWait } from './run-to-end';

const CANCEL_MS = 20_000;

/**
 * Cancels what this gate has started and has not ended; says if that fails. Experiments that an earlier gate started are
 * left running: another gate may be waiting for them.
 */
export async function cancelStarted({
  client,
  describe,
  say,
  pendingStarts,
  started,
  urlOf,
}: GateService): Promise<void> {
  await Promise.allSettled(pendingStarts);
  const signal = AbortSignal.timeout(CANCEL_MS);
  for (const id of started) {
    try {
      const { status } = await cancelAndWait({ client, signal }, id);
      if (status === 'cancelled') say(`Cancelled ${urlOf(id)}`);
    } catch (error) {
      say(`${urlOf(id)} could not be cancelled: ${describeError(describe(error), false)}`);
    }
  }
}
