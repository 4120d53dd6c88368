import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { acquirePermit, Permits, rejectOnAbort } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { AppError } from '../../platform/errors/app-error';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit';
import { createGroundingEvaluator, type GroundingEvaluator } from '../evaluators/grounding-evaluator';
import type { EvaluateOptions, EvaluateRepliesOptions } from '../judgment/evaluator';
import { compiledProgram } from './compiled-program';
import { countWithin, pickReadFields } from './conversation-chunks';
import type { RepliesInput } from './judging-thread';
import { createLongConversationJudge } from './long-conversation-judge';
import { tooLong } from './too-long';
import { warmUp } from './warm-up';

/**
 * Replies with more input, in UTF-16 units, are not judged on the event loop: the slowest known text, one number after
 * another, takes 11 ms per 1,024 units, so no reply stops it for more than 25 ms.
 */
const MAX_LOOP_UNITS = 2 ** 11;
/** Beyond this share of the time, threads judge short replies, too, except for some. */
const BUSY_SHARE = 0.85;
const BUSY_WINDOW_MS = 50;
const THREADS_FOR_LONG = 2;
/**
 * Replies with more input, in UTF-16 units, are judged in a process. The densest known text takes 230 bytes
 * of heap per unit: 120 MB in a thread.
 */
const MAX_THREAD_UNITS = 2 ** 19;
/**
 * Several times the heap that such a conversation needs, because V8 may abort the whole process at this
 * limit.
 */
const THREAD_HEAP_MB = 768;
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
  /** Resolves when this thread and each of the pool has loaded and compiled its code. */
  ready(): Promise<void>;
  /** Terminates threads and processes; pending judgments reject. */
  close(): Promise<void>;
}

export interface JudgingPoolOptions {
  /** Default: one per core. */
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
  const pool = new Piscina<RepliesInput, Verdict[]>({
    filename: compiledProgram('judging-thread'),
    name: 'judgeReplies',
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  // Emitted for a thread without a task, which is replaced. Without a listener the event would crash the
  // process.
  pool.on('error', () => undefined);
  const places = new Permits(threads);
  const loop = new Permits(1);
  const loopEvaluator = createGroundingEvaluator();
  const isLoopBusy = watchLoop();
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

  /** Judges a reply here; others get this place in a later turn of the event loop. */
  async function judgeOnLoop(
    conversation: EvaluationInput,
    position: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void> {
    const release = await acquirePermit(loop, turnOf(options));
    try {
      await loopEvaluator.evaluateReplies(conversation, position, options);
    } finally {
      void nextTurn().then(release);
    }
  }

  /**
   * Judges the first of the messages at `positions`, and as many of the others as the time limit allows. A
   * judgment that is aborted while it waits never starts. A running one completes within about a second and
   * its result is dropped: restarting its thread would cost more.
   */
  async function judgeInThread(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void> {
    const release = await acquirePermit(places, turnOf(options));
    const { messages, ...rest } = conversation;
    const read = messages.map(pickReadFields);
    const judgeFirst = (count: number): Promise<Verdict[]> => {
      const first = positions.slice(0, count);
      const upToLast = { messages: read.slice(0, (first.at(-1) ?? 0) + 1), ...rest };
      return pool.run({ conversation: upToLast, positions: first }).catch((error: unknown) => {
        if (!isOutOfMemory(error)) throw error;
        // Any of them may have exceeded the memory limit: the first one is judged alone, the others in later
        // tasks.
        return count > 1 ? judgeFirst(1) : [tooLong({ inputTokens: 0, evidenceTotal: 0 }, THREAD_HEAP_MB)];
      });
    };
    const judging = judgeFirst(positions.length);
    void judging.catch(() => undefined).finally(release);
    const verdicts = await rejectOnAbort(judging, options.signal);
    verdicts.forEach((verdict, index) => {
      options.onVerdict(positions[index] as number, verdict);
    });
  }

  async function judgeReplies(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void> {
    options.signal.throwIfAborted();
    await queueLimit.run([options.workspaceId ?? ''], () => {
      const isPassedOn = places.freeCount > THREADS_FOR_LONG && (loop.hasWaiting || isLoopBusy());
      const isOne = positions.length === 1 && countWithin(conversation, positions, MAX_LOOP_UNITS) === 1;
      if (isOne && !isPassedOn) return judgeOnLoop(conversation, positions, options);
      const short = countWithin(conversation, positions, MAX_THREAD_UNITS);
      const first = short === 0 ? positions : positions.slice(0, short);
      const messages = conversation.messages.slice(0, (first.at(-1) ?? 0) + 1);
      const judgeTogether = short === 0 ? longJudge.judge : judgeInThread;
      return judgeTogether({ ...conversation, messages }, first, options);
    });
  }

  return {
    evaluator: {
      async evaluate(input, options) {
        let result: Verdict | null = null;
        const onVerdict = (_: number, verdict: Verdict) => {
          result = verdict;
        };
        await judgeReplies(input, [Math.max(0, input.messages.length - 1)], {
          ...turnOf(options),
          onVerdict,
        });
        if (result === null) throw new Error('The judging process has sent no verdict');
        return result;
      },
      evaluateReplies: judgeReplies,
    },
    async ready() {
      const inThreads = Array.from({ length: threads }, () =>
        pool.run(undefined as never, { name: 'isReady' }),
      );
      await Promise.all([warmUp(loopEvaluator), ...inThreads]);
    },
    async close() {
      await Promise.all([longJudge.close(), pool.destroy()]);
    },
  };
}

/** Returns whether the event loop was busy for most of the last moments. */
function watchLoop(): () => boolean {
  let since = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(since);
    if (active + idle < BUSY_WINDOW_MS) return isBusy;
    since = performance.eventLoopUtilization();
    isBusy = utilization > BUSY_SHARE;
    return isBusy;
  };
}

/** Without `onQueued`, which is for model calls. */
function turnOf({ signal, workspaceId }: Pick<EvaluateOptions, 'signal' | 'workspaceId'>) {
  return { signal, ...(workspaceId !== undefined && { workspaceId }) };
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function busy(what: string): AppError {
  return new AppError('evaluator_busy', `${what} for the embedded evaluator`, {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
