import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Line } from '../../conversations/transfer/read-lines';
import type { Evaluator } from '../../evaluation/judgement/evaluator';
import { describeFailure, type JudgedLine, judgeLine } from './judge-line';
import { ThreadPool } from './thread-pool';

/** Lines that wait for each thread, so that none is idle while the oldest line takes its time. */
const LINES_PER_THREAD = 4;

/** Answers of a judge that are waited for at once; its provider's own limit is usually lower. */
export const CALL_CONCURRENCY = 64;

/** Judges lines, `atOnce` of them at a time. */
export interface LineJudge {
  atOnce: number;
  /** @throws Error when the judge is closed before it is done */
  judge(line: Line): Promise<JudgedLine>;
  /** Stops what is under way. */
  close(): Promise<void>;
}

/** In this thread: for an evaluator that waits for others, or to be timed undisturbed. */
export function judgeInThisThread(evaluator: Evaluator, atOnce: number, signal: AbortSignal): LineJudge {
  return {
    atOnce,
    judge: (line) => judgeLine(evaluator, line, signal),
    close: async () => undefined,
  };
}

/** With the embedded evaluator, on all cores unless told otherwise. Compiled code only. */
export function judgeInThreads(threads = availableParallelism()): LineJudge {
  const pool = new ThreadPool<Line, JudgedLine>(join(__dirname, 'line-thread.js'), threads);
  return {
    atOnce: threads * LINES_PER_THREAD,
    judge: ({ number, bytes }) => {
      // A copy, because cloning a view would clone the whole memory that it is a view of.
      const line = { number, bytes: bytes === null ? null : (Uint8Array.from(bytes) as Buffer) };
      return pool.run(line).catch((error: unknown) => {
        if (pool.isClosed) throw error;
        return { number, id: null, fault: describeFailure(error) };
      });
    },
    close: () => pool.close(),
  };
}
