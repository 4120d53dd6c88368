import { Piscina } from 'piscina';
import { acquirePermit, Permits, rejectOnAbort } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { EvaluateRepliesOptions } from '../judgment/evaluator';
import { compiledProgram } from './compiled-program';
import { pickReadFields } from './conversation-chunks';
import type { RepliesInput } from './judging-thread';
import { tooLong } from './too-long';

/** Several times the heap that a conversation needs, because V8 may abort the whole process at this limit. */
const THREAD_HEAP_MB = 768;

/** Judges in a pool of threads. */
export class ThreadJudge {
  private readonly pool: Piscina<RepliesInput, Verdict[]>;
  /** One for each thread. */
  readonly places: Permits;

  constructor(threads: number) {
    this.places = new Permits(threads);
    this.pool = new Piscina<RepliesInput, Verdict[]>({
      filename: compiledProgram('judging-thread'),
      name: 'judgeReplies',
      // Each costs two seconds and 100 MB: it starts when all others are busy, and stays.
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
    // Emitted for a thread without a task, which is replaced. Without a listener the event would crash the
    // process.
    this.pool.on('error', () => undefined);
  }

  /**
   * Judges the first of the messages at `positions`, and as many of the others as the time limit allows. A
   * judgment that is aborted while it waits never starts. A running one completes within about a second and
   * its result is dropped: restarting its thread would cost more.
   */
  async judge(
    { messages, ...rest }: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void> {
    const release = await acquirePermit(this.places, options);
    const judging = this.runTask({ messages: messages.map(pickReadFields), ...rest }, positions);
    void judging.catch(() => undefined).finally(release);
    const verdicts = await rejectOnAbort(judging, options.signal);
    verdicts.forEach((verdict, index) => {
      options.onVerdict(positions[index] as number, verdict);
    });
  }

  private async runTask(conversation: EvaluationInput, positions: readonly number[]): Promise<Verdict[]> {
    const messages = conversation.messages.slice(0, (positions.at(-1) ?? 0) + 1);
    try {
      return await this.pool.run({ conversation: { ...conversation, messages }, positions });
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      // Any of them may have exceeded the memory limit: the first one is judged alone, the others in later
      // tasks.
      if (positions.length > 1) return this.runTask(conversation, positions.slice(0, 1));
      return [tooLong({ inputTokens: 0, evidenceTotal: 0 }, THREAD_HEAP_MB)];
    }
  }

  /** Resolves when a first thread has loaded and compiled its code. */
  async ready(): Promise<void> {
    await this.pool.run(undefined as never, { name: 'isReady' });
  }

  /** Terminates the threads; running judgments reject. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
