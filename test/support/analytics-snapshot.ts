import { inSnapshot } from '../../src/analytics/open-snapshot';
import type { Snapshot } from '../../src/analytics/scan-messages';
import { createInvalidationService } from '../../src/conversations/changed-periods/invalidation.service';
import { withinTimeLimit } from '../../src/platform/mongo/time-limit';

/** Reads in a snapshot of analytics, with a time limit that does not matter. */
export function readInSnapshot<Result>(
  workspaceId: string,
  maxUndivided: number,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const invalidation = createInvalidationService();
  return withinTimeLimit(60_000, new AbortController().signal, (limit) =>
    inSnapshot({ invalidation, workspaceId, now: new Date(), maxUndivided, tagKeys: [] }, limit, read),
  );
}
