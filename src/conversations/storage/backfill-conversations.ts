import { markChanged } from '../../invalidation/change-marks';
import { inTransaction } from '../../platform/mongo/connection';
import { listEvaluationsOfConversation } from '../evaluations/evaluation.repository';
import { timesOf } from '../transcript/build-conversation';
import { withFacts } from '../transcript/message-facts';
import { saveFacts, saveTimes, streamUnfilledUnscoped } from './backfill.unscoped.repository';
import { recordVerdicts } from './record-verdicts';
import { listOwnMessages } from './stored-message.repository';

/**
 * Adds facts, verdicts and times to conversations that were stored before messages had them. May run
 * repeatedly and concurrently. Skips replies of experiments.
 */
export async function backfillConversations(): Promise<void> {
  for await (const { _id: id, workspaceId, createdAt } of streamUnfilledUnscoped()) {
    const evaluations = await listEvaluationsOfConversation(workspaceId, id);
    await inTransaction(async (session) => {
      const messages = withFacts((await listOwnMessages(workspaceId, [id], session)).get(id) ?? []);
      await saveFacts(messages, session);
      await saveTimes(id, timesOf(messages, createdAt), session);
      await recordVerdicts(evaluations, session);
      await markChanged(
        messages.map((message) => ({ workspaceId, createdAt: message.createdAt })),
        session,
      );
    });
  }
}
