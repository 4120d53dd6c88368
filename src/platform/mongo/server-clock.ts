import { alignClock } from '../clock';
import { driverDatabase } from './driver';

const ALIGN_EVERY_MS = 60_000;

let timer: NodeJS.Timeout | null = null;

/** Synchronizes the service's clock with the primary's, now and every minute until `stopClockSync`. */
export async function startClockSync(): Promise<void> {
  timer ??= setInterval(() => {
    // An outage leaves the last offset in place; the next minute measures again.
    alignWithPrimary().catch(() => undefined);
  }, ALIGN_EVERY_MS).unref();
  await alignWithPrimary();
}

export function stopClockSync(): void {
  if (timer !== null) clearInterval(timer);
  timer = null;
}

/**
 * Assumes that the server read its clock in the middle of the round trip, as in NTP (RFC 5905, section 8).
 */
async function alignWithPrimary(): Promise<void> {
  const sentAt = Date.now();
  const hello = await driverDatabase().admin().command({ hello: 1 });
  const receivedAt = Date.now();
  if (hello.localTime instanceof Date) alignClock(hello.localTime.getTime() - (sentAt + receivedAt) / 2);
}
