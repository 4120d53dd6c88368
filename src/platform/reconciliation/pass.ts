import { AppError } from '../errors/app-error';

/** Maximum number of entries per pass. */
export const MAX_ENTRIES_PER_PASS = 100;

/**
 * After this many consecutive calls without a response, the rest of a batch would only wait for the same
 * outage.
 */
const MAX_UNAVAILABLE_CALLS = 2;

/**
 * One bounded pass of a reconciler. Returns whether it reached the end of the list; stops early, without an
 * error, when the signal aborts.
 * @throws AppError temporal_unavailable or temporal_busy during an outage of Temporal: the pass ends, and the
 * next one continues with other entries
 */
export type ReconcilerPass = (signal: AbortSignal) => Promise<{ isComplete: boolean }>;

/**
 * Reconciles entries one after the other, so that a pass has one call in flight. The error of one entry is
 * reported and does not delay the others, unless several calls in a row get no response from Temporal.
 * @throws AppError temporal_unavailable or temporal_busy, the last one
 */
export async function reconcileEach<Entry>(
  entries: readonly Entry[],
  {
    signal,
    reconcile,
    onFailure,
  }: {
    signal: AbortSignal;
    reconcile(entry: Entry): Promise<void>;
    onFailure(entry: Entry, error: unknown): void;
  },
): Promise<void> {
  let unavailableCalls = 0;
  for (const entry of entries) {
    if (signal.aborted) return;
    try {
      await reconcile(entry);
      unavailableCalls = 0;
    } catch (error) {
      unavailableCalls = isTemporalOutage(error) ? unavailableCalls + 1 : 0;
      if (unavailableCalls >= MAX_UNAVAILABLE_CALLS) throw error;
      onFailure(entry, error);
    }
  }
}

function isTemporalOutage(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'temporal_unavailable' || error.code === 'temporal_busy')
  );
}
