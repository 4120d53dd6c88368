import { Semaphore } from 'async-mutex';
import { acquireUnits } from '../../platform/concurrency/permits';
import { measureMessages } from './stored-message.repository';

const KIBIBYTE = 1024;
/** A process may hold this much of each conversation that it works on without asking: the worker has 200 slots. */
const FREE_KIBIBYTES = 256;
/** What longer conversations may take together. One that is longer still is admitted when there is no other. */
const BUDGET_KIBIBYTES = 64 * KIBIBYTE;

export type AdmitTranscript = ReturnType<typeof createTranscriptAdmission>;

/**
 * Bounds the memory for conversations that are loaded as a whole, by their size in the database: objects take up to
 * four times as much.
 */
export function createTranscriptAdmission(budgetKibibytes = BUDGET_KIBIBYTES) {
  const budget = new Semaphore(budgetKibibytes);

  /**
   * Runs `work`, which loads a conversation and holds it, once there is memory for that.
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
