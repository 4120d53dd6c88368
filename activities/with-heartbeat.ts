import { heartbeat } from '@temporalio/activity';

const INTERVAL_MS = 2000;

/**
 * Keeps the server informed that the attempt is alive, and so hears of a cancellation, while `work` runs. Most
 * work is done before the first heartbeat, which would cost the server as much as the start of the attempt.
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(heartbeat, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
