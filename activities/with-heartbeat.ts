import { heartbeat } from '@temporalio/activity';

const INTERVAL_MS = 2000;

/**
 * Sends heartbeats while `work` runs, which also deliver cancellations. Most work is done before the first
 * heartbeat, which would cost the server as much as the start of the try.
 */
export async function withHeartbeat<Result>(
  work: () => Promise<Result>,
  intervalMs = INTERVAL_MS,
): Promise<Result> {
  const timer = setInterval(heartbeat, intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
