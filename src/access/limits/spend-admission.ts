import { currentTimeMs } from '../../platform/clock';
import { limitReached } from '../../platform/errors/error-templates';
import { cacheCounts } from '../../platform/rate-limits/cached-counts';
import { sumSpend } from './spend.repository';

export interface SpendAdmissionOptions {
  /** 0: no limit. */
  maxCentsPerMonth: number;
  /** How long the spend of a workspace is cached; what is spent meanwhile may exceed the limit. */
  maxAgeMs: number;
}

/**
 * Rejects calls once a workspace has reached its monthly limit. Concurrent reads of a workspace share one
 * query.
 */
export function createSpendAdmission({ maxCentsPerMonth, maxAgeMs }: SpendAdmissionOptions) {
  const spendOf = cacheCounts((workspaceId) => sumSpend(workspaceId, currentTimeMs()), {
    freshMs: maxAgeMs,
    staleMs: 0,
  });

  /** @throws AppError limit_reached when the workspace has reached its limit for this month (UTC) */
  return async function admitSpending(workspaceId: string): Promise<void> {
    if (maxCentsPerMonth === 0) return;
    const now = currentTimeMs();
    refuseFrom(
      'spend_cents_per_month',
      await spendOf(workspaceId),
      maxCentsPerMonth,
      endOfMonth(now).getTime() - now,
    );
  };
}

/**
 * Admits a call of a model. Free calls are admitted even at the limit. `admitModel`
 * @throws AppError limit_reached when the workspace has reached its limit for this month (UTC)
 */
export function createModelAdmission(
  admitSpending: (workspaceId: string) => Promise<void>,
  isFree: (model: string) => boolean,
) {
  /** `model`: null where the evaluator calls none. */
  return async function admitModel(workspaceId: string, model: string | null): Promise<void> {
    if (model !== null && !isFree(model)) await admitSpending(workspaceId);
  };
}

/** @throws AppError limit_reached when `max` is used */
export function refuseFrom(limit: string, used: number, max: number, retryAfterMs: number): void {
  if (used < max) return;
  throw limitReached('workspace', { limit, used, max }, retryAfterMs);
}

/** The start of the next month (UTC). */
export function endOfMonth(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
