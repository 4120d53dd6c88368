import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { cacheCounts } from '../../platform/rate-limits/cached-counts';
import { createWindowCounter, fixedWindow } from '../../platform/rate-limits/window-counter';
import { requireCreationLock } from '../workspaces/require-existing-workspace';
import { createdLimits, listCreatedUsage } from './creation-limits';
import { sumSpend } from './spend.repository';
import { createSpendAdmission, endOfMonth, refuseFrom } from './spend-admission';

const DAY_MS = 86_400_000;
const RETRY_LATER_MS = 60_000;
const CONVERSATION_COUNT_AGES = { freshMs: 1000, staleMs: 60_000 };
const SPEND_AGE_MS = 1000;

/** The limits of a workspace; 0: no limit. */
export interface MaxUsage {
  bytesPerDay: number;
  conversations: number;
  /** The limit of open optimization runs, too. */
  openExperiments: number;
  spendCentsPerMonth: number;
}

export interface LimitsDependencies {
  max: MaxUsage;
  countConversations(workspaceId: string): Promise<number>;
  /** As a transaction sees it, if one is given. */
  countOpenExperiments(workspaceId: string, session?: ClientSession): Promise<number>;
  /** As a transaction sees it, if one is given. */
  countOpenRuns(workspaceId: string, session?: ClientSession): Promise<number>;
}

export const limitNames = [
  'bytes_per_day',
  'conversations',
  'open_experiments',
  'open_optimization_runs',
  'spend_cents_per_month',
  ...createdLimits,
] as const;

/** The usage of a limit. */
export interface Usage {
  name: (typeof limitNames)[number];
  used: number;
  /** Null: no limit. */
  max: number | null;
  /** When the count resets; null: it decreases when resources are deleted or end. */
  resetsAt: Date | null;
}

export type WorkspaceLimits = ReturnType<typeof createWorkspaceLimits>;

/**
 * The default limits of a workspace, so that no tenant can fill the disk, block the worker or spend without
 * limit.
 */
export function createWorkspaceLimits({
  max,
  countConversations,
  countOpenExperiments,
  countOpenRuns,
}: LimitsDependencies) {
  const bytes = createWindowCounter('bytes', fixedWindow(DAY_MS));
  const conversationsOf = cacheCounts(countConversations, {
    ...CONVERSATION_COUNT_AGES,
    ...(max.conversations > 0 && { staleBelow: max.conversations }),
  });
  const admitSpending = createSpendAdmission({
    maxCentsPerMonth: max.spendCentsPerMonth,
    maxAgeMs: SPEND_AGE_MS,
  });

  const countOpen = { open_experiments: countOpenExperiments, open_optimization_runs: countOpenRuns };
  async function refuseTooManyOpen(
    name: keyof typeof countOpen,
    workspaceId: string,
    session?: ClientSession,
  ): Promise<void> {
    if (max.openExperiments === 0) return;
    refuseFrom(name, await countOpen[name](workspaceId, session), max.openExperiments, RETRY_LATER_MS);
  }

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
     * Checks early whether an experiment may be created or retried. One with `canCost` false is admitted even at the cost
     * limit.
     * @throws AppError limit_reached when too many experiments are open, or the cost limit is reached
     */
    async admitExperiment(workspaceId: string, { canCost }: { canCost: boolean }): Promise<void> {
      await refuseTooManyOpen('open_experiments', workspaceId);
      if (canCost) await admitSpending(workspaceId);
    },

    /**
     * Admits an experiment in the transaction that opens it, before it writes: transactions that open experiments of a
     * workspace conflict, so the limit is exact.
     * @throws AppError limit_reached; not_found if the workspace was deleted
     */
    async admitOpening(workspaceId: string, session: ClientSession): Promise<void> {
      await requireCreationLock(workspaceId, session);
      await refuseTooManyOpen('open_experiments', workspaceId, session);
    },

    /**
     * Admits an optimization run in the transaction that stores it, exactly as an experiment. What runs start is not
     * limited.
     * @throws AppError limit_reached; not_found if the workspace was deleted
     */
    async admitRun(workspaceId: string, session: ClientSession): Promise<void> {
      await requireCreationLock(workspaceId, session);
      await refuseTooManyOpen('open_optimization_runs', workspaceId, session);
    },

    admitSpending,

    /** The usage of each limit. The count of conversations may be up to a minute old. */
    async listUsage(workspaceId: string): Promise<Usage[]> {
      const now = currentTimeMs();
      const ofDay = await bytes.read(workspaceId);
      return [
        usage('bytes_per_day', ofDay.amount, max.bytesPerDay, new Date(now + ofDay.resetMs)),
        usage('conversations', await conversationsOf(workspaceId), max.conversations, null),
        usage('open_experiments', await countOpenExperiments(workspaceId), max.openExperiments, null),
        usage('open_optimization_runs', await countOpenRuns(workspaceId), max.openExperiments, null),
        usage(
          'spend_cents_per_month',
          await sumSpend(workspaceId, now),
          max.spendCentsPerMonth,
          endOfMonth(now),
        ),
        ...(await listCreatedUsage(workspaceId)).map((one) => usage(one.name, one.used, one.max, null)),
      ];
    },
  };
}

function usage(name: Usage['name'], used: number, max: number, resetsAt: Date | null): Usage {
  return { name, used, max: max === 0 ? null : max, resetsAt };
}
