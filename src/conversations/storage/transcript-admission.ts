import { Semaphore } from 'async-mutex';
import { acquireUnits } from '../../../packages/concurrency';
import { measureMessages } from './stored-message.repository';

const KIBIBYTE = 1024;
/** Not counted per conversation: the worker has 200 slots. */
const FREE_KIBIBYTES = 256;
/** Shared by longer conversations. A conversation beyond the budget is admitted when no other is loaded. */
const BUDGET_KIBIBYTES = 64 * KIBIBYTE;

export type AdmitTranscript = ReturnType<typeof createTranscriptAdmission>;

/**
 * Bounds the memory of fully loaded conversations by their size in the database: objects take up to four
 * times as much.
 */
export function createTranscriptAdmission(budgetKibibytes = BUDGET_KIBIBYTES) {
  const budget = new Semaphore(budgetKibibytes);

  /**
   * Runs `work`, which loads a conversation and uses it, once there is memory for it.
   * @throws what `work` throws, and the reason of the signal when it aborts first
   */
  return async function admit<Result>(
    { workspaceId, conversationId }: { workspaceId: string; conversationId: string },
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const kibibytes = Math.ceil((await measureMessages(workspaceId, conversationId)) / KIBIBYTE);
    if (kibibytes <= FREE_KIBIBYTES) return work();
    const release = await acquireUnits(budget, { signal }, Math.min(kibibytes, budgetKibibytes));
    try {
      return await work();
    } finally {
      release();
    }
  };
}
