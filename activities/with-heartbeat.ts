import { heartbeat } from '@temporalio/activity';

const INTERVAL_MS = 2000;

/** Keeps the server informed that the attempt is alive, and so hears of a cancellation, while `work` runs. */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Result> {
  heartbeat();
  const timer = setInterval(heartbeat, INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
