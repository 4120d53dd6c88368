import { inSnapshot } from '../../src/analytics/open-snapshot';
import type { Snapshot } from '../../src/analytics/scan-messages';
import { createInvalidationService } from '../../src/conversations/changed-periods/invalidation.service';
import { withinTimeLimit } from '../../src/platform/mongo/time-limit';

const anyTime = { start: Date.UTC(1, 0, 1), end: Date.UTC(9999, 0, 1) };

/** Reads in a snapshot of analytics, with a time limit that does not matter. */
export function readInSnapshot<Result>(
  workspaceId: string,
  maxUndivided: number,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const invalidation = createInvalidationService();
  return withinTimeLimit(60_000, new AbortController().signal, (limit) =>
    inSnapshot(
      {
        invalidation,
        workspaceId,
        window: anyTime,
        now: new Date(),
        maxUndivided,
        tagKeysOf: async () => [],
      },
      limit,
      read,
    ),
  );
}
