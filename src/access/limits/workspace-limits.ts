import { currentTimeMs } from '../../platform/clock';
import { cacheCounts } from '../../platform/rate-limits/cached-counts';
import { createWindowCounter, fixedWindow } from '../../platform/rate-limits/window-counter';
import { sumSpend } from './spend.repository';
import { createSpendAdmission, endOfMonth, refuseFrom } from './spend-admission';

const DAY_MS = 86_400_000;
const RETRY_LATER_MS = 60_000;
const MAX_COUNT_AGE_MS = 60_000;
const SPEND_AGE_MS = 1000;

/** The most that a workspace may use; 0: as much as it likes. */
export interface MaxUsage {
  bytesPerDay: number;
  conversations: number;
  openExperiments: number;
  spendCentsPerMonth: number;
}

export interface LimitsDependencies {
  max: MaxUsage;
  countConversations(workspaceId: string): Promise<number>;
  countOpenExperiments(workspaceId: string): Promise<number>;
}

/** How much of a limit is used. */
export interface Usage {
  name: 'bytes_per_day' | 'conversations' | 'open_experiments' | 'spend_cents_per_month';
  used: number;
  /** Null: no limit. */
  max: number | null;
  /** When the count begins again; null: it falls as things are deleted or end. */
  resetsAt: Date | null;
}

export type WorkspaceLimits = ReturnType<typeof createWorkspaceLimits>;

/** What a workspace may use by default, so that no tenant fills the disk or the worker, or spends without end. */
export function createWorkspaceLimits({ max, countConversations, countOpenExperiments }: LimitsDependencies) {
  const bytes = createWindowCounter('bytes', fixedWindow(DAY_MS));
  // Counting costs with the count, so the more there are the longer a count is used.
  const conversationsOf = cacheCounts(countConversations, (count) =>
    Math.min(MAX_COUNT_AGE_MS, 100 + count / 10),
  );
  const admitSpending = createSpendAdmission({
    maxCentsPerMonth: max.spendCentsPerMonth,
    maxAgeMs: SPEND_AGE_MS,
  });

  return {
    /** @throws AppError limit_reached when the workspace may store no more */
    async admitIngestion(workspaceId: string): Promise<void> {
      if (max.bytesPerDay > 0) {
        const { amount, resetMs } = bytes.peek(workspaceId);
        refuseFrom('bytes_per_day', amount, max.bytesPerDay, resetMs);
      }
      if (max.conversations > 0)
        refuseFrom('conversations', await conversationsOf(workspaceId), max.conversations, RETRY_LATER_MS);
    },

    countBytes(workspaceId: string, amount: number): void {
      if (max.bytesPerDay > 0) bytes.add(workspaceId, amount);
    },

    /**
     * Admits an experiment that is created or retried; what `canCost` is false for may run when nothing may be spent.
     * @throws AppError limit_reached when too many experiments are open, or too much was spent
     */
    async admitExperiment(workspaceId: string, { canCost }: { canCost: boolean }): Promise<void> {
      if (max.openExperiments > 0)
        refuseFrom(
          'open_experiments',
          await countOpenExperiments(workspaceId),
          max.openExperiments,
          RETRY_LATER_MS,
        );
      if (canCost) await admitSpending(workspaceId);
    },

    admitSpending,

    /** What the workspace uses of each limit; conversations as they were last counted, at most a minute ago. */
    async listUsage(workspaceId: string): Promise<Usage[]> {
      const now = currentTimeMs();
      const ofDay = await bytes.read(workspaceId);
      return [
        usage('bytes_per_day', ofDay.amount, max.bytesPerDay, new Date(now + ofDay.resetMs)),
        usage('conversations', await conversationsOf(workspaceId), max.conversations, null),
        usage('open_experiments', await countOpenExperiments(workspaceId), max.openExperiments, null),
        usage(
          'spend_cents_per_month',
          await sumSpend(workspaceId, now),
          max.spendCentsPerMonth,
          endOfMonth(now),
        ),
      ];
    },
  };
}

function usage(name: Usage['name'], used: number, max: number, resetsAt: Date | null): Usage {
  return { name, used, max: max === 0 ? null : max, resetsAt };
}
