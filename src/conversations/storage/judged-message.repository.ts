import type { ClientSession } from 'mongoose';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** The fields of a message that verdicts need. */
export type JudgedMessage = Pick<
  StoredMessageRecord,
  'workspaceId' | 'experimentId' | 'createdAt' | 'verdicts'
> & { id: string };

/** By id, the existing messages of their workspaces, including replies of experiments. */
export async function findJudgedMessages(
  keys: readonly { workspaceId: string; messageId: string }[],
  session: ClientSession,
): Promise<Map<string, JudgedMessage>> {
  const projection = { workspaceId: 1, experimentId: 1, createdAt: 1, verdicts: 1 };
  const records = await messageCollection()
    .find(
      {
        _id: { $in: keys.map(({ messageId }) => messageId) },
        workspaceId: { $in: [...new Set(keys.map(({ workspaceId }) => workspaceId))] },
      },
      { session, projection },
    )
    .toArray();
  return new Map(records.map(({ _id, ...message }) => [_id, { id: _id, ...message }]));
}

export async function setVerdicts(
  messages: readonly Pick<JudgedMessage, 'id' | 'workspaceId' | 'verdicts'>[],
  session: ClientSession,
): Promise<void> {
  if (messages.length === 0) return;
  await messageCollection().bulkWrite(
    messages.map(({ id, workspaceId, verdicts }) => ({
      updateOne: { filter: { _id: id, workspaceId }, update: { $set: { verdicts } } },
    })),
    { session },
  );
}
