/**
 * Begins to measure the processor time of this process, which other processes hardly change; the answer tells the
 * milliseconds since.
 */
export function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
