import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { acquirePermit, createLinkedController, onAbort, Permits } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { EvaluateRepliesOptions } from '../judgment/evaluator';
import { compiledProgram } from './compiled-program';
import { chunkMessages } from './conversation-chunks';
import type { ProcessRequest, ProcessResponse } from './judging-process';
import { type Extent, tooLong } from './too-long';

export interface LongConversationJudge {
  /**
   * Judges the first of the messages at `positions`, and as many of the others as time and memory allow.
   * Workspaces are scheduled round-robin.
   * @throws Error if the process ends for another reason than memory; the abort reason of the signal
   */
  judge(
    conversation: EvaluationInput,
    positions: readonly number[],
    options: EvaluateRepliesOptions,
  ): Promise<void>;
  /** Kills the judgment in progress, which rejects. */
  close(): Promise<void>;
}

/**
 * Judges long conversations one at a time, each in a process with at most `maxHeapMb` of heap. A thread would
 * not do: V8 aborts the whole process when a thread exceeds its heap by one large table or string. A process
 * also returns its memory when it ends, and can be killed immediately on abort.
 */
export function createLongConversationJudge(maxHeapMb: number): LongConversationJudge {
  const place = new Permits(1);
  const judging = new Set<Promise<void>>();
  const closing = new AbortController();

  const judgeInTurn: LongConversationJudge['judge'] = async (conversation, positions, options) => {
    const release = await acquirePermit(place, options);
    const judgment = judgeInProcess(conversation, positions, maxHeapMb, options);
    judging.add(judgment);
    try {
      await judgment;
    } finally {
      judging.delete(judgment);
      release();
    }
  };

  return {
    async judge(conversation, positions, options) {
      const open = createLinkedController(options.signal, closing.signal);
      try {
        await judgeInTurn(conversation, positions, { ...options, signal: open.signal });
      } finally {
        open.abort();
      }
    },
    async close() {
      closing.abort(new Error('The judging pool was closed'));
      await Promise.allSettled(judging);
    },
  };
}

async function judgeInProcess(
  conversation: EvaluationInput,
  positions: readonly number[],
  maxHeapMb: number,
  { signal, onVerdict }: EvaluateRepliesOptions,
): Promise<void> {
  const child = fork(compiledProgram('judging-process'), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: {}, // the service's secrets are not needed
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Messages may arrive after 'exit'; 'disconnect' is emitted when the channel is drained.
  const exited = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    ([exit]) => exit as [number | null, NodeJS.Signals | null],
  );
  // Short conversations have priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const kill = () => child.kill('SIGKILL');
  const leave = onAbort(signal, kill);
  const ending: Ending = { extent: null, verdicts: 0, result: null, exit: null };
  child.on('message', (response: ProcessResponse) => {
    if ('extent' in response) ending.extent = response.extent;
    else if ('verdict' in response) {
      ending.verdicts += 1;
      if (!signal.aborted) onVerdict(response.position, response.verdict);
    } else ending.result = response;
  });
  try {
    const input = sendInput(child, conversation, positions);
    const [code, killedBy] = await Promise.race([exited, input.then(() => exited)]);
    signal.throwIfAborted();
    ending.exit = killedBy ?? code;
    const isDone = ending.result !== null && 'isComplete' in ending.result;
    if (!isDone && isTooLong(ending)) onOutOfMemory(ending, positions, maxHeapMb, onVerdict);
    else if (!isDone) throw new Error(`The judging process failed: ${failureOf(ending)}`);
  } finally {
    leave();
    kill();
    await exited;
  }
}

async function sendInput(
  child: ChildProcess,
  { messages, ...rest }: EvaluationInput,
  positions: readonly number[],
): Promise<void> {
  for await (const chunk of chunkMessages(messages)) await sendTo(child, { chunk });
  await sendTo(child, { rest: { ...rest, positions: [...positions] } });
}

/** Resolves when the message is written, so that at most one is in memory, or when the process has ended. */
function sendTo(child: ChildProcess, request: ProcessRequest): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(request, () => resolve());
    else resolve();
  });
}

/** The outcome of a process. */
interface Ending {
  extent: Extent | null;
  /** Number of verdicts it has sent. */
  verdicts: number;
  result: { isComplete: true } | { failure: string } | null;
  exit: number | NodeJS.Signals | null;
}

function isTooLong({ result, exit }: Ending): boolean {
  // RangeError: a table or string beyond the limits of V8. SIGABRT: V8 out of heap. SIGKILL: the kernel out
  // of memory.
  if (result === null) return exit === 'SIGABRT' || exit === 'SIGKILL' || exit === 134;
  return 'failure' in result && result.failure.startsWith('RangeError');
}

/**
 * Only the first message had the process to itself and gets no verdict; a later one is judged in a new
 * process.
 */
function onOutOfMemory(
  { extent, verdicts }: Ending,
  [first]: readonly number[],
  maxHeapMb: number,
  onVerdict: EvaluateRepliesOptions['onVerdict'],
): void {
  if (verdicts > 0 || first === undefined) return;
  onVerdict(first, tooLong(extent ?? { inputTokens: 0, evidenceTotal: 0 }, maxHeapMb));
}

const failureOf = ({ result, exit }: Ending): string =>
  result !== null && 'failure' in result ? result.failure : `exited with ${exit}`;
