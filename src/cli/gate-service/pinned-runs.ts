import { type PinnedCase, ResultsError, readPinnedCases } from '../../../packages/gate';
import { readText } from '../shared/file-errors';

/** The most replies to one conversation in an experiment. */
const MAX_TIMES = 10;

/** Pinned cases that run equally often, as one experiment. */
export interface PinnedRun {
  times: number;
  conversationIds: string[];
}

export interface PinnedRuns {
  pinned: PinnedCase[];
  runs: PinnedRun[];
}

/**
 * Reads the file of `--must-pass`; its cases are conversations.
 * @throws ResultsError
 */
export async function readPinnedRuns(file: string | undefined): Promise<PinnedRuns> {
  if (file === undefined) return { pinned: [], runs: [] };
  const pinned = readPinnedCases(await readText(file), file);
  const byTimes = new Map<number, string[]>();
  for (const { id, required } of pinned) {
    const times = required?.of ?? 1;
    if (times > MAX_TIMES)
      throw new ResultsError(file, null, `${id} is to run ${times} times; at most ${MAX_TIMES} are possible`);
    byTimes.set(times, [...(byTimes.get(times) ?? []), id]);
  }
  return {
    pinned,
    runs: [...byTimes].map(([times, conversationIds]) => ({ times, conversationIds })),
  };
}

/** The number of replies. */
export function countReplies(runs: readonly PinnedRun[]): number {
  return runs.reduce((sum, { times, conversationIds }) => sum + times * conversationIds.length, 0);
}
