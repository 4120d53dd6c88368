import { nextSlice } from '../../platform/concurrency/work-slices';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import { type ReplaySize, replaySizeOf, type SizedTurn } from '../transcript/replay-size';
import { conversationCollection } from './conversation.model';
import { messageCollection } from './stored-message.model';

/** Conversations that are measured together: the result has a line for each of their messages, at most 5,000. */
const BATCH_SIZE = 250;

/** By id, the sizes of the existing conversations. Reads no text into this process. */
export async function listReplaySizes(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
): Promise<Map<string, ReplaySize>> {
  const sizes = new Map<string, ReplaySize>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const together = ids.slice(start, start + BATCH_SIZE);
    const [conversations, turns] = await Promise.all([
      conversationCollection()
        .find({ _id: { $in: together }, workspaceId }, limit.forOperation())
        .project<{ _id: string; toolsChars: number }>({ toolsChars: { $strLenCP: '$tools' } })
        .toArray(),
      messageCollection()
        .aggregate<{ _id: string; turns: SizedTurn[] }>(
          [
            { $match: { workspaceId, conversationId: { $in: together }, experimentId: null } },
            { $sort: { workspaceId: 1, conversationId: 1, sequenceNumber: 1 } },
            { $project: { conversationId: 1, role: 1, chars: charsOfParts, bytes: { $bsonSize: '$$ROOT' } } },
            { $group: { _id: '$conversationId', turns: { $push: turn } } },
          ],
          limit.forOperation(),
        )
        .toArray(),
    ]);
    const turnsOf = new Map(turns.map((found) => [found._id, found.turns]));
    for (const { _id, toolsChars } of conversations) {
      sizes.set(_id, replaySizeOf(turnsOf.get(_id) ?? [], toolsChars));
    }
    await nextSlice(limit.signal);
  }
  return sizes;
}

const turn = {
  messageId: '$_id',
  role: '$role',
  chars: '$chars',
  bytes: '$bytes',
};

const lengthOf = (field: string) => ({ $strLenCP: { $ifNull: [`$$this.${field}`, ''] } });
/** The content of media is no text. */
const contentLength = {
  $cond: [{ $in: ['$$this.type', ['text', 'refusal', 'reasoning']] }, lengthOf('content'), 0],
};
/** The code points of what `partText` returns, and of the names of called tools. */
const charsOfParts = {
  $reduce: {
    input: '$parts',
    initialValue: 0,
    in: {
      $add: ['$$value', contentLength, lengthOf('name'), lengthOf('arguments'), lengthOf('response')],
    },
  },
};
