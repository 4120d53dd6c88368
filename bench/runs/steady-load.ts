import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../packages/statistics';

export interface Latency {
  calls: number;
  callsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Each caller calls once per period, with a different offset in the first one. A call that takes longer than
 * its period delays the next call of the same caller.
 */
export async function loadSteadily(
  callers: readonly (() => Promise<unknown>)[],
  { periodMs, periods }: { periodMs: number; periods: number },
): Promise<Latency> {
  const beganAt = performance.now();
  const latencies: number[] = [];
  await Promise.all(
    callers.map(async (call, index) => {
      for (let period = 0; period < periods; period += 1) {
        const dueAt = beganAt + (period + index / callers.length) * periodMs;
        await sleep(Math.max(0, dueAt - performance.now()));
        const sentAt = performance.now();
        await call();
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - beganAt) / 1000;
  latencies.sort((one, other) => one - other);
  return {
    calls: latencies.length,
    callsPerSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5) ?? 0,
    p99Ms: quantile(latencies, 0.99) ?? 0,
  };
}
