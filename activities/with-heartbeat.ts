import { heartbeat } from '@temporalio/activity';

const INTERVAL_MS = 2000;

/**
 * Sends heartbeats while `work` runs, which also deliver cancellations. Most work is done before the first
 * heartbeat, which would cost the server as much as the start of the try.
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(heartbeat, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
