import { availableParallelism } from 'node:os';
import type { EvaluationInput } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { AppError } from '../../platform/errors/app-error';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit';
import type { GroundingEvaluator } from '../evaluators/grounding-evaluator';
import type { EvaluateOptions } from '../judgment/evaluator';
import { countWithin } from './conversation-chunks';
import { createLongConversationJudge } from './long-conversation-judge';
import { LoopJudge } from './loop-judge';
import { ThreadJudge } from './thread-judge';

type EvaluateReplies = GroundingEvaluator['evaluateReplies'];

/**
 * Replies with more input, in UTF-16 units, are not judged on the event loop: the slowest known text, one number after
 * another, takes 11 ms per 1,024 units, so no reply stops it for more than 25 ms.
 */
const MAX_LOOP_UNITS = 2 ** 11;
/** Threads that are left to long replies while others judge short ones because the event loop is busy. */
const THREADS_FOR_LONG = 2;
/**
 * Replies with more input, in UTF-16 units, are judged in a process. The densest known text takes 230 bytes
 * of heap per unit: 120 MB in a thread.
 */
const MAX_THREAD_UNITS = 2 ** 19;
/** 27 MiB of English text need 1.4 GB. */
const PROCESS_HEAP_MB = 1_536;
/** Maximum number of judgments that wait for a thread or process. The worker has fewer slots. */
const MAX_WAITING = 1_000;
/** Per workspace, so that a single one cannot fill the queue. */
const MAX_WORKSPACE_WAITING = MAX_WAITING / 4;
const RETRY_AFTER_MS = 2_000;

export interface JudgingPool {
  /**
   * The embedded evaluator. It judges short replies on the event loop, one per turn of the loop, until that is busy,
   * and all others off it. A conversation that exceeds the memory limit gets
   * `no_verdict` with the reason `too_long`. Workspaces are scheduled round-robin.
   * @throws AppError evaluator_busy if 1,000 judgments wait, or 250 of the workspace; the abort reason of
   * the signal
   */
  evaluator: GroundingEvaluator;
  /** Resolves when this thread and a first one of the pool have loaded and compiled their code. */
  ready(): Promise<void>;
  /** Terminates threads and processes; pending judgments reject. */
  close(): Promise<void>;
}

export interface JudgingPoolOptions {
  /** At most. Default: one per core. */
  threads?: number;
  /** Heap limit in megabytes of the process that judges a long conversation. */
  processHeapMb?: number;
}

/**
 * Judges conversations in threads and long ones in processes, one process at a time, so that the event loop of a server
 * stays free. A short reply is judged on the loop itself while it has time: passing it to a thread costs more than half
 * as much as judging it. Commands and benchmarks call the evaluator directly.
 */
export function createJudgingPool({
  threads = availableParallelism(),
  processHeapMb = PROCESS_HEAP_MB,
}: JudgingPoolOptions = {}): JudgingPool {
  const loopJudge = new LoopJudge();
  const threadJudge = new ThreadJudge(threads);
  const longJudge = createLongConversationJudge(processHeapMb);
  const queueLimit = new ConcurrencyLimit({
    perHolder: MAX_WORKSPACE_WAITING,
    perProcess: MAX_WAITING,
    refusal: (workspaceId) =>
      busy(
        workspaceId !== null
          ? `${MAX_WORKSPACE_WAITING} judgments of this workspace are waiting`
          : `${MAX_WAITING} judgments are waiting`,
      ),
  });

  const evaluateReplies: EvaluateReplies = async (conversation, positions, options) => {
    options.signal.throwIfAborted();
    await queueLimit.run([options.workspaceId ?? ''], () => {
      const isPassedOn = threadJudge.places.freeCount > THREADS_FOR_LONG && loopJudge.isBusy();
      const isOne = positions.length === 1 && countWithin(conversation, positions, MAX_LOOP_UNITS) === 1;
      if (isOne && !isPassedOn) return loopJudge.judge(conversation, positions, options);
      const short = countWithin(conversation, positions, MAX_THREAD_UNITS);
      const first = short === 0 ? positions : positions.slice(0, short);
      const messages = conversation.messages.slice(0, (first.at(-1) ?? 0) + 1);
      const offLoop = short === 0 ? longJudge : threadJudge;
      return offLoop.judge({ ...conversation, messages }, first, options);
    });
  };

  return {
    evaluator: {
      evaluate: (input, options) => evaluateLast(input, options, evaluateReplies),
      evaluateReplies,
    },
    async ready() {
      await Promise.all([threadJudge.ready(), loopJudge.ready()]);
    },
    async close() {
      await Promise.all([longJudge.close(), threadJudge.close()]);
    },
  };
}

/** The verdict on the last message. */
async function evaluateLast(
  input: EvaluationInput,
  { signal, workspaceId }: EvaluateOptions,
  evaluateReplies: EvaluateReplies,
): Promise<Verdict> {
  let result: Verdict | null = null;
  await evaluateReplies(input, [Math.max(0, input.messages.length - 1)], {
    signal,
    ...(workspaceId !== undefined && { workspaceId }),
    onVerdict: (_, verdict) => {
      result = verdict;
    },
  });
  if (result === null) throw new Error('The judging process has sent no verdict');
  return result;
}

function busy(what: string): AppError {
  return new AppError('evaluator_busy', `${what} for the embedded evaluator`, {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
