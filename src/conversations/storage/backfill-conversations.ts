import { markChanged } from '../../invalidation/change-marks';
import { inTransaction } from '../../platform/mongo/connection';
import { listEvaluationsOfConversation } from '../evaluations/evaluation.service';
import { timesOf } from '../transcript/build-conversation';
import { withFacts } from '../transcript/message-facts';
import { saveFacts, saveTimes, streamUnfilled } from './backfill.repository';
import { recordVerdicts } from './record-verdicts';
import { listOwnMessages } from './stored-message.repository';

/**
 * Gives conversations that were stored before there were facts of messages those facts, the verdicts on them and the
 * times. May run again at any time, and side by side. Replies of experiments stay without.
 */
export async function backfillConversations(): Promise<void> {
  for await (const { _id: id, workspaceId, createdAt } of streamUnfilled()) {
    const evaluations = await listEvaluationsOfConversation(workspaceId, id);
    await inTransaction(async (session) => {
      const found = await listOwnMessages(workspaceId, id, session);
      const messages = withFacts(found.toSorted((one, other) => one.sequenceNumber - other.sequenceNumber));
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
