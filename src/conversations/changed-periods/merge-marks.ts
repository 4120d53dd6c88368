import { groupBy } from '../../platform/group-by';
import { inTransaction } from '../../platform/mongo/connection';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { periodMs } from './changed-period';
import {
  eraOf,
  listMarkRecords,
  type MarkRange,
  replaceMarks,
  uniteMarks,
} from './changed-period.repository';

const PAGE = 1000;
// With fewer marks, merging costs more than reading them.
const MIN_MERGED = 8;

/**
 * Replaces the marks of each era in the range by one with the same meaning, page by page, so that reading
 * marks costs in proportion to the changed eras, not to the changes. Does nothing while there are few. Each
 * page is saved separately: an interrupted call has reduced the work of the next one.
 */
export async function mergeMarks(workspaceId: string, range: MarkRange, limit: TimeLimit): Promise<void> {
  let { from } = range;
  for (;;) {
    const page = await listMarkRecords(workspaceId, { from, to: range.to }, PAGE, limit);
    if (page.length < PAGE) return;
    const eras = groupBy(page, eraOf);
    let hasMerged = false;
    for (const records of eras.values()) {
      const marks = records.length < MIN_MERGED ? null : uniteMarks(records);
      if (marks === null) continue;
      const { periods, since, ids } = marks;
      const replacement = {
        workspaceId,
        eraStart: periods.eraStart,
        since,
        ...periods.toPositions(),
      };
      hasMerged =
        (await inTransaction(async (session) => {
          if ((await replaceMarks(ids, replacement, session)) !== false) return true;
          await session.abortTransaction();
          return false;
        })) || hasMerged;
    }
    const lastEra = Math.max(...eras.keys());
    // The page may contain only some marks of its last era. A mark that another process replaced concurrently
    // is skipped.
    from = eras.size > 1 || hasMerged ? lastEra : lastEra + periodMs.era;
  }
}
