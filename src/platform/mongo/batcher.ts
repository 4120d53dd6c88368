import { isMongoOutage } from './outage';

const MAX_SHARED_READS = 100;

interface Waiter<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/**
 * Batches concurrent calls into shared round trips. `work` receives all inputs that arrived while its last
 * batch was running, at most `limit`, and returns their outputs in the same order. Batches never run
 * concurrently. A call waits for a batch that begins after it, so its read is as fresh, and its write as
 * durable, as a separate one. When a batch of several fails, each input is retried alone, so that one bad
 * input does not fail the others. With `waitMs`, an idle batcher waits that long for more inputs.
 */
export function createBatcher<Input, Output>(
  { limit, waitMs = 0 }: { limit: number; waitMs?: number },
  work: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let queue: Waiter<Input, Output>[] = [];
  let isBusy = false;

  async function runAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, limit);
      queue = queue.slice(limit);
      await run(batch);
    }
    isBusy = false;
  }

  async function run(batch: Waiter<Input, Output>[]): Promise<void> {
    try {
      const outputs = await work(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      // During an outage, no input is to blame, and retrying would only prolong the wait.
      if (batch.length === 1 || isMongoOutage(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await run([one]);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Even without a wait, inputs of this iteration of the event loop share the first batch.
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
