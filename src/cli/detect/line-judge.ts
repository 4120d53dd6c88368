import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { IssueConfig, TrafficSetting } from '../../../packages/detector';
import type { Line } from '../../conversations/transfer/read-lines';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { defaultIssueConfig, describeFailure, type JudgedLine, judgeLine } from './judge-line';
import type { LineTask } from './line-thread';

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
export function judgeInThisThread(
  evaluator: Evaluator,
  atOnce: number,
  signal: AbortSignal,
  issueConfig = defaultIssueConfig,
): LineJudge {
  return {
    atOnce,
    judge: (line) => judgeLine(evaluator, issueConfig, line, signal),
    close: async () => undefined,
  };
}

/** With the embedded evaluator, on all cores. Compiled code only. */
export function judgeInThreads(
  traffic: TrafficSetting,
  issueConfig: IssueConfig = defaultIssueConfig,
): LineJudge {
  const threads = availableParallelism();
  const pool = new Piscina<LineTask, JudgedLine>({
    filename: join(__dirname, 'line-thread.js'),
    name: 'judgeLineTask',
    minThreads: 1, // few lines do not pay for many threads
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    stricterFIFO: true, // by default, the oldest waiting line moves to the end of the queue
  });
  // Emitted for a thread without a task, which is replaced. Without a listener the event would crash the process.
  pool.on('error', () => undefined);
  let isClosed = false;
  return {
    atOnce: threads * LINES_PER_THREAD,
    async judge({ number, bytes }) {
      if (isClosed) throw new Error('The threads are closed');
      // A copy, because cloning a view would clone its whole underlying memory.
      const line = { number, bytes: bytes === null ? null : (Uint8Array.from(bytes) as Buffer) };
      return pool.run({ line, traffic, issueConfig }).catch((error: unknown) => {
        if (isClosed) throw error;
        return { number, id: null, fault: describeFailure(error) };
      });
    },
    async close() {
      isClosed = true;
      await pool.destroy();
    },
  };
}
