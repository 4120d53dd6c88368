import { readFileSync } from 'node:fs';

const TICK_MS = 10; // Linux reports to programs in hundredths of a second on every architecture

/** Milliseconds of processor time of one process with its threads. Linux only. */
export function readCpuMs(pid: number): number {
  const [user, system] = readTimes(pid);
  return user + system;
}

/** Milliseconds of processor time of all child processes of this one that have ended. Linux only. */
export function readEndedChildrenCpuMs(): number {
  const [, , user, system] = readTimes(process.pid);
  return user + system;
}

/** Milliseconds of processor time of each process, for each of `count` items or spans. */
export async function measureCpu<Result>(
  pids: Record<string, number | null>,
  count: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpuMs: Record<string, number> }> {
  const running = Object.entries(pids).flatMap(([name, pid]) => (pid === null ? [] : [{ name, pid }]));
  const before = running.map(({ pid }) => readCpuMs(pid));
  const result = await work();
  const used = running.map(({ name, pid }, index) => [name, (readCpuMs(pid) - (before[index] ?? 0)) / count]);
  return { result, cpuMs: Object.fromEntries(used) };
}

/** Fields 14 to 17 of proc(5) stat; the second field may itself contain spaces and parentheses. */
function readTimes(pid: number): [number, number, number, number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS) as [number, number, number, number];
}
