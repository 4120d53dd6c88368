/** Milliseconds of processor time that the api uses while `work` runs, by its own metrics. */
export async function measureApiCpu<Result>(
  address: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpuMs: number }> {
  const before = await readCpuMs(address);
  const result = await work();
  return { result, cpuMs: (await readCpuMs(address)) - before };
}

async function readCpuMs(address: string): Promise<number> {
  const response = await fetch(new URL('/metrics', address));
  const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('The api has no process_cpu_seconds_total in its metrics');
  return Number(seconds) * 1000;
}
