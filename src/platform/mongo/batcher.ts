import { isMongoOutage } from './outage';

const MAX_SHARED_READS = 100;

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Lets concurrent callers share round trips. `work` is given all inputs that have come while it was busy with
 * the ones before, at most `limit`, and answers their outputs in the same order; it never runs twice at once.
 * A call waits for a run that begins after it, so that a read is as fresh, and a write as durable, as one of
 * its own. When a run of several fails, each input is tried alone: the fault of one is not that of the others.
 * With `waitMs` idle work waits that long for company.
 */
export function createBatcher<Input, Output>(
  { limit, waitMs = 0 }: { limit: number; waitMs?: number },
  work: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let isBusy = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      await run(together);
    }
    isBusy = false;
  }

  async function run(together: Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await work(together.map(({ input }) => input));
      for (const [index, { resolve }] of together.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      // An outage is nobody's fault, and trying again would only prolong the wait.
      if (together.length === 1 || isMongoOutage(error)) for (const { reject } of together) reject(error);
      else for (const one of together) await run([one]);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Even without a wait, what has arrived in this turn of the event loop comes first.
      if (waitMs > 0) setTimeout(runAll, waitMs);
      else setImmediate(runAll);
    });
}

/** Lets concurrent callers with the same key share one read, which begins after each of their calls. */
export function shareReads<Output>(read: (key: string) => Promise<Output>): (key: string) => Promise<Output> {
  return createBatcher({ limit: MAX_SHARED_READS }, async (keys) => {
    const reads = new Map<string, Promise<Output>>();
    for (const key of keys) if (!reads.has(key)) reads.set(key, read(key));
    return Promise.all(keys.map((key) => reads.get(key) as Promise<Output>));
  });
}
