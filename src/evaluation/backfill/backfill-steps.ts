import { inTransaction } from '../../platform/mongo/connection';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import { getEvaluatorVersion } from '../evaluators/requested-evaluator';
import { insertDueOfBackfill } from '../online/due-evaluation.repository';
import type { BackfillSteps } from '../online/evaluate-due';
import { countFailed, findBackfill, findJudgingVersion, saveListed } from './backfill.repository';
import { listOpen } from './list-open';

/** Pages without an open reply are skipped for this time, then the slot has its turn. */
const SKIP_MS = 2000;

/** What slots do for backfills. */
export const backfillSteps: BackfillSteps = { listNext, findEvaluator, countFailed };

async function listNext(workspaceId: string, backfillId: string): Promise<boolean> {
  const backfill = await findBackfill(workspaceId, backfillId);
  if (backfill === null || backfill.isCancelled || backfill.isListed) return false;
  const { source, evaluatorId: id, evaluatorVersion: version, limit, listedCount } = backfill;
  const endAt = performance.now() + SKIP_MS;
  const query = { workspaceId, source, evaluator: { id, version } };
  let page = await listOpen(query, backfill.position);
  while (page.open.length === 0 && page.next !== null && performance.now() < endAt)
    page = await listOpen(query, page.next);
  const ids = page.open.slice(0, limit - listedCount).map(({ conversationId }) => conversationId);
  const isListed = page.next === null || listedCount + ids.length >= limit;
  return inTransaction(async (session) => {
    const listed = {
      position: page.next ?? backfill.position,
      listedCount: listedCount + ids.length,
      isListed,
    };
    // Another try has listed the page, or it is cancelled: the next look decides.
    if (!(await saveListed(backfill, listed, session))) return true;
    await insertDueOfBackfill(workspaceId, backfillId, ids, session);
    return !isListed;
  });
}

async function findEvaluator(workspaceId: string, backfillId: string): Promise<EvaluatorRecord | null> {
  const version = await findJudgingVersion(workspaceId, backfillId);
  return version && getEvaluatorVersion(workspaceId, version.evaluatorId, version.evaluatorVersion);
}
