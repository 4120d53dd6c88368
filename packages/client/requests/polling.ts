import { pause } from './time-limits.ts';

const POLL_MS = 1_000;

export interface WaitOptions<Resource> {
  /** Ends the wait with its reason; the work in the service continues. */
  signal?: AbortSignal | undefined;
  /** Called with each state that is read, the last one included. */
  onProgress?: ((latest: Resource) => void) | undefined;
}

/** Reads a resource every second until it has ended, with any status. */
export async function pollUntil<Resource>(
  read: () => Promise<Resource>,
  hasEnded: (latest: Resource) => boolean,
  { signal, onProgress }: WaitOptions<Resource>,
): Promise<Resource> {
  for (;;) {
    const latest = await read();
    onProgress?.(latest);
    if (hasEnded(latest)) return latest;
    await pause(POLL_MS, signal);
  }
}
