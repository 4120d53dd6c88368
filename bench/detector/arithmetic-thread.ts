import { parentPort } from 'node:worker_threads';
import type { ThreadResult } from '../../src/cli/detect/thread-pool';

/** A thread of integer arithmetic without memory access: receives a number of steps, sends a remainder. */
parentPort?.on('message', (steps: number) => {
  let value = 1;
  for (let step = 0; step < steps; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  parentPort?.postMessage({ result: value } satisfies ThreadResult<number>);
});
