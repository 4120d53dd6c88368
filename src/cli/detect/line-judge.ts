import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TrafficSetting } from '../../../packages/detector';
import type { Line } from '../../conversations/transfer/read-lines';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { describeFailure, type JudgedLine, judgeLine } from './judge-line';
import type { LineTask } from './line-thread';
import { ThreadPool } from './thread-pool';

/** Queued lines per thread, so that no thread is idle while the oldest line is being judged. */
const LINES_PER_THREAD = 4;

/** Maximum concurrent calls of a judge; its provider's own limit is usually lower. */
export const CALL_CONCURRENCY = 64;

/** Judges lines, up to `atOnce` concurrently. */
export interface LineJudge {
  atOnce: number;
  /** @throws Error when the judge is closed before the line is judged */
  judge(line: Line): Promise<JudgedLine>;
  /** Stops lines in progress. */
  close(): Promise<void>;
}

/** In this thread: for an evaluator that waits for I/O, or for undisturbed timing. */
export function judgeInThisThread(evaluator: Evaluator, atOnce: number, signal: AbortSignal): LineJudge {
  return {
    atOnce,
    judge: (line) => judgeLine(evaluator, line, signal),
    close: async () => undefined,
  };
}

/** With the embedded evaluator, on all cores. Compiled code only. */
export function judgeInThreads(traffic: TrafficSetting): LineJudge {
  const threads = availableParallelism();
  const pool = new ThreadPool<LineTask, JudgedLine>(join(__dirname, 'line-thread.js'), threads);
  return {
    atOnce: threads * LINES_PER_THREAD,
    judge: ({ number, bytes }) => {
      // A copy, because cloning a view would clone its whole underlying memory.
      const line = { number, bytes: bytes === null ? null : (Uint8Array.from(bytes) as Buffer) };
      return pool.run({ line, traffic }).catch((error: unknown) => {
        if (pool.isClosed) throw error;
        return { number, id: null, fault: describeFailure(error) };
      });
    },
    close: () => pool.close(),
  };
}
