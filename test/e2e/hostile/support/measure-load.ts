import { HealthWatch } from './health-watch';
import { cpuSecondsOf } from './process-memory';
import type { ServiceUnderAttack } from './service-under-attack';

/** What work does to the service: the longest gap of `/healthz`, and the processor time of some of its processes. */
export async function measureLoad<Result>(
  { url, stack }: ServiceUnderAttack,
  work: () => Promise<Result>,
  processes: readonly (keyof ServiceUnderAttack['stack']['pids'])[] = ['api'],
): Promise<{ result: Result; cpuS: number; maxGapMs: number }> {
  const cpu = () => processes.reduce((sum, name) => sum + cpuSecondsOf(stack.pids[name]), 0);
  const watch = await HealthWatch.start(url);
  const before = cpu();
  const result = await work();
  const cpuS = cpu() - before;
  const { maxGapMs } = await watch.stop();
  return { result, cpuS, maxGapMs };
}
