import { join } from 'node:path';
import { ThreadPool } from '../../src/cli/detect/thread-pool';

/** Takes about 20 ms. */
const STEPS = 10_000_000;
const TASKS_PER_THREAD = 50;

/**
 * The arithmetic that several threads do together, as a share of the ideal multiple of one thread: the real
 * capacity of this machine's cores for a program that allocates and shares nothing. Virtual cores may be
 * hyperthreads.
 */
export async function measureArithmetic(threads: number): Promise<number> {
  const alone = await tasksPerSecond(1);
  return (await tasksPerSecond(threads)) / (alone * threads);
}

async function tasksPerSecond(threads: number): Promise<number> {
  const pool = new ThreadPool<number, number>(join(__dirname, 'arithmetic-thread.js'), threads);
  const run = (tasks: number) => Promise.all(Array.from({ length: tasks }, () => pool.run(STEPS)));
  try {
    await run(2 * threads); // starts and compiles
    const startedAt = performance.now();
    await run(TASKS_PER_THREAD * threads);
    return (TASKS_PER_THREAD * threads) / ((performance.now() - startedAt) / 1_000);
  } finally {
    await pool.close();
  }
}
