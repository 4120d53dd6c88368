import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ThreadPool } from '../../../../src/cli/detect/thread-pool';

const program = `
const { parentPort, threadId } = require('node:worker_threads');
parentPort.on('message', (input) => {
  if (input === 'busy') for (;;) {}
  if (input === 'die') process.exit(3);
  if (input === 'throw') throw new Error('broken thread');
  if (input === 'fail') parentPort.postMessage({ error: new Error('bad task') });
  else parentPort.postMessage({ result: { input, threadId } });
});`;

describe('ThreadPool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-thread-pool-'));
  const path = join(folder, 'program.js');
  writeFileSync(path, program);
  let pool: ThreadPool<unknown, { input: unknown; threadId: number }>;

  beforeEach(() => {
    pool = new ThreadPool(path, 3);
  });
  afterEach(() => pool.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns the result of each task, on no more threads than allowed', async () => {
    const inputs = Array.from({ length: 50 }, (_, index) => index);

    const results = await Promise.all(inputs.map((input) => pool.run(input)));

    expect(results.map(({ input }) => input)).toEqual(inputs);
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(3);
  });

  it('starts no second thread for tasks one after the other', async () => {
    const first = await pool.run('one');
    const second = await pool.run('two');

    expect(second.threadId).toBe(first.threadId);
  });

  it('fails the task that the program fails, and no other', async () => {
    const outcomes = await Promise.allSettled(['a', 'fail', 'b'].map((input) => pool.run(input)));

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails what is under way, and what comes later, once it is closed, even while a thread is busy', async () => {
    const busy = pool.run('busy').catch((error: unknown) => error);

    await pool.close();

    expect(await busy).toBeInstanceOf(Error);
    await expect(pool.run('late')).rejects.toThrow('closed');
  });

  it.each(['die', 'throw'])('loses one task to a thread that ends: %s', async (last) => {
    const inputs = ['a', last, 'b', 'c', 'd', 'e', 'f', 'g'];

    const outcomes = await Promise.allSettled(inputs.map((input) => pool.run(input)));

    expect(outcomes.map(({ status }) => status)).toEqual(
      inputs.map((input) => (input === last ? 'rejected' : 'fulfilled')),
    );
  });
});
