import type { NotJudgeableReason } from '../../../packages/detector';
import { inTransaction } from '../../platform/mongo/connection';
import type { Evaluation } from '../evaluations/evaluation';
import {
  hasOldVerdictsUnscoped,
  saveEndings,
  streamNotJudgeableUnscoped,
  streamOldVerdictsUnscoped,
} from '../evaluations/old-verdict.unscoped.repository';
import { recordVerdicts } from './record-verdicts';

/** Whether verdicts are stored in the form of before `not_judgeable`; `embeddedIds` are embedded evaluators. */
export const hasOldVerdicts = hasOldVerdictsUnscoped;

/**
 * Rewrites evaluations that judged nothing from `completed` to `not_judgeable`, with the verdicts on their messages
 * and the marks of their periods, each batch in one transaction. May be interrupted, and run repeatedly and
 * concurrently.
 */
export async function migrateVerdicts(embeddedIds: readonly string[]): Promise<void> {
  for await (const old of streamOldVerdictsUnscoped(embeddedIds)) {
    const evaluations = old.map(toNotJudgeable);
    await inTransaction(async (session) => {
      await saveEndings(evaluations, session);
      await recordVerdicts(evaluations, session);
    });
  }
  // The version that introduced `not_judgeable` did not record it on messages.
  for await (const evaluations of streamNotJudgeableUnscoped()) {
    await inTransaction((session) => recordVerdicts(evaluations, session));
  }
}

function toNotJudgeable(evaluation: Evaluation): Evaluation {
  const { coverage } = evaluation;
  return {
    ...evaluation,
    status: 'not_judgeable',
    reason: reasonOf(coverage?.limits ?? null),
    coverage: coverage && { ...coverage, windows: 0, evidenceExamined: 0 },
  };
}

/** By the sentences that evaluators have written; an old evaluation may have none recorded. */
function reasonOf(limits: readonly string[] | null): NotJudgeableReason {
  if (limits === null || limits.some((limit) => limit.includes('compared with'))) return 'no_evidence';
  return limits.some((limit) => limit.includes('cannot read')) ? 'unreadable_attachment' : 'no_text';
}
