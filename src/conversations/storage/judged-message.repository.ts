import type { ClientSession } from 'mongoose';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** The fields of a message that verdicts need. */
export type JudgedMessage = Pick<
  StoredMessageRecord,
  'workspaceId' | 'experimentId' | 'createdAt' | 'verdicts'
> & { id: string };

/** By id, the existing messages, including replies of experiments. */
export async function findJudgedMessages(
  ids: readonly string[],
  session: ClientSession,
): Promise<Map<string, JudgedMessage>> {
  const projection = { workspaceId: 1, experimentId: 1, createdAt: 1, verdicts: 1 };
  const found = await messageCollection()
    .find({ _id: { $in: [...ids] } }, { session, projection })
    .toArray();
  return new Map(
    found.map(({ _id, workspaceId, experimentId, createdAt, verdicts = [] }) => [
      _id,
      { id: _id, workspaceId, experimentId, createdAt, verdicts },
    ]),
  );
}

export async function setVerdicts(
  messages: readonly Pick<JudgedMessage, 'id' | 'verdicts'>[],
  session: ClientSession,
): Promise<void> {
  if (messages.length === 0) return;
  await messageCollection().bulkWrite(
    messages.map(({ id, verdicts }) => ({
      updateOne: { filter: { _id: id }, update: { $set: { verdicts } } },
    })),
    { session },
  );
}
