import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readCpuMs } from '../../../../bench/peers/process-cpu';

/**
 * Starts to watch the memory of a process. Returns a function for the megabytes by which its peak since then is above
 * what it had resident at the start. Resets the peak: that of the time before would count as growth.
 * (Linux; proc(5): clear_refs.)
 */
export function watchGrowth(pid: number): () => number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const { residentMb } = memoryOf(pid);
  return () => memoryOf(pid).peakMb - residentMb;
}

/**
 * Megabytes that a process has resident now, and the highest that it had since its start or the last `watchGrowth`
 * (Linux; proc(5): VmRSS and VmHWM).
 */
export function memoryOf(pid: number): { residentMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) => {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
    if (found === null) throw new Error(`/proc/${pid}/status has no ${field}`);
    return Number(found[1]) / 1024;
  };
  return { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}

/** Ids of the processes that a process has started and that have not ended (proc(5): children). */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number);
    } catch (error) {
      // The thread ended after it was listed; Linux gives its children to another one.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  });
}

/** Seconds of processor time that a process has used, in user and system mode. */
export function cpuSecondsOf(pid: number): number {
  return readCpuMs(pid) / 1000;
}
