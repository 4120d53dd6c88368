import { inTransaction } from '../../platform/mongo/connection';
import { isMigrationCompleted, setMigrationCompleted } from '../../platform/mongo/migrations';
import { findEvaluationsUnscoped } from '../evaluations/evaluation.unscoped.repository';
import { recordFindings } from './record-findings';
import { streamEvaluationsWithIssuesUnscoped } from './recorded-verdict.unscoped.repository';

const NAME = 'findings';

/** Evaluations of one transaction; each may have thousands of findings. */
const EVALUATIONS_TOGETHER = 10;

/**
 * Stores the findings of evaluations from before findings had a collection: of each message, those of the latest
 * evaluation by each evaluator. May be interrupted, and run repeatedly and concurrently.
 */
export async function migrateFindings(): Promise<void> {
  if (await isMigrationCompleted(NAME)) return;
  for await (const ids of streamEvaluationsWithIssuesUnscoped()) {
    for (let start = 0; start < ids.length; start += EVALUATIONS_TOGETHER) {
      const evaluations = await findEvaluationsUnscoped(ids.slice(start, start + EVALUATIONS_TOGETHER));
      await inTransaction((session) => recordFindings(evaluations, session));
    }
  }
  await setMigrationCompleted(NAME, true);
}
