import type { ClientSession } from 'mongoose';
import { recordSpend } from '../../access/limits/spend.repository';
import { createBatcher } from '../../platform/mongo/batcher';
import { inTransaction } from '../../platform/mongo/connection';
import { markChanged } from '../changed-periods/change-marks';
import type { Evaluation } from '../evaluations/evaluation';
import { insertEvaluationsIfAbsent } from '../evaluations/evaluation.repository';
import { verdictOf, withVerdict } from '../transcript/message-facts';
import { findJudgedMessages, type JudgedMessage, setVerdicts } from './judged-message.repository';
import { recordFindings } from './record-findings';

const RECORD_BATCH_SIZE = 50;

/**
 * Writes the verdicts of evaluations, `no_verdict` excepted, to the messages they are about, and their findings to the
 * ledger: in the caller's transaction, or in one shared by concurrent calls. Of several verdicts by one evaluator the latest counts, so the order and
 * number of calls do not matter.
 */
export async function recordVerdicts(
  evaluations: readonly Evaluation[],
  session?: ClientSession,
): Promise<void> {
  if (session === undefined) await recordBatched(evaluations);
  else await recordAll(evaluations, session);
}

/**
 * Stores an evaluation, unless one is stored under its id, and records the verdict of the stored one, in one
 * transaction: what a conversation shows, analytics count. Returns the stored one. Its cost is recorded first,
 * because a retry that finds the evaluation does not store it again.
 */
export async function storeEvaluation(evaluation: Evaluation): Promise<Evaluation> {
  const { id, workspaceId, usage } = evaluation;
  await recordSpend([{ id, workspaceId, costCents: usage.costCents }]);
  return storeBatched(evaluation);
}

const storeBatched = createBatcher(
  { limit: RECORD_BATCH_SIZE },
  (evaluations: Evaluation[]): Promise<Evaluation[]> =>
    inTransaction(async (session) => {
      const storedEvaluations = await insertEvaluationsIfAbsent(evaluations, session);
      await recordAll(storedEvaluations, session);
      return storedEvaluations;
    }),
);

const recordBatched = createBatcher(
  { limit: RECORD_BATCH_SIZE },
  async (calls: (readonly Evaluation[])[]): Promise<undefined[]> => {
    await inTransaction((session) => recordAll(calls.flat(), session));
    return [];
  },
);

async function recordAll(evaluations: readonly Evaluation[], session: ClientSession): Promise<void> {
  const recorded = evaluations.filter(({ status }) => status !== 'no_verdict');
  if (recorded.length === 0) return;
  const judgedMessages = await findJudgedMessages(recorded, session);
  const changedMessages = new Map<string, JudgedMessage>();
  const latest: Evaluation[] = [];
  for (const evaluation of recorded) {
    const message = changedMessages.get(evaluation.messageId) ?? judgedMessages.get(evaluation.messageId);
    const verdict = verdictOf(evaluation);
    if (message?.workspaceId !== evaluation.workspaceId || verdict === null) continue;
    const verdicts = withVerdict(message.verdicts, verdict);
    if (verdicts === message.verdicts) continue;
    changedMessages.set(message.id, { ...message, verdicts });
    latest.push(evaluation);
  }
  const messages = [...changedMessages.values()];
  await setVerdicts(messages, session);
  await recordFindings(latest, session);
  await markChanged(
    messages.filter(({ experimentId }) => experimentId === null),
    session,
  );
}
