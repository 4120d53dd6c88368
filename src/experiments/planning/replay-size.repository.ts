import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { conversationCollection } from '../../conversations/storage/conversation.model';
import { messageCollection } from '../../conversations/storage/stored-message.model';
import { type ReplaySize, replaySizeOf, type SizedTurn } from '../../conversations/transcript/replay-size';
import type { TimeLimit } from '../../platform/mongo/time-limit';

/** Conversations that are measured together. */
const BATCH_SIZE = 250;
/** Messages that are read in one batch. A conversation has at most 5,000. */
const CURSOR_BATCH_SIZE = 1000;

interface MeasuredMessage extends Omit<SizedTurn, 'messageId'> {
  _id: string;
  conversationId: string;
}

/**
 * By id, the sizes of the existing conversations, up to the message with the id in `ends` where it has one. Reads no text
 * into this process.
 */
export async function listReplaySizes(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
  ends: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, ReplaySize>> {
  const sizes = new Map<string, ReplaySize>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    const conversations = await conversationCollection()
      .find({ _id: { $in: batch }, workspaceId }, limit.forOperation())
      .project<{ _id: string; toolsChars: number }>({ toolsChars: { $strLenCP: '$tools' } })
      .toArray();
    const toolsChars = new Map(
      conversations.map((conversation) => [conversation._id, conversation.toolsChars]),
    );
    const sizeOf = (id: string, turns: SizedTurn[]) =>
      replaySizeOf(upTo(turns, ends.get(id)), toolsChars.get(id) ?? 0);
    // In the order of the conversations, also those without messages.
    for (const id of toolsChars.keys()) sizes.set(id, sizeOf(id, []));
    for await (const { id, turns } of turnsByConversation(workspaceId, batch, limit)) {
      if (toolsChars.has(id)) sizes.set(id, sizeOf(id, turns));
    }
    await nextSlice(limit.signal);
  }
  return sizes;
}

function upTo(turns: SizedTurn[], endId: string | undefined): SizedTurn[] {
  const end = turns.findIndex(({ messageId }) => messageId === endId);
  return end < 0 ? turns : turns.slice(0, end + 1);
}

interface Turns {
  id: string;
  turns: SizedTurn[];
}

/** The turns of each conversation that has messages, one conversation at a time. */
async function* turnsByConversation(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
): AsyncGenerator<Turns> {
  const messages = messageCollection().aggregate<MeasuredMessage>(
    [
      { $match: { workspaceId, conversationId: { $in: ids }, experimentId: null } },
      { $sort: { workspaceId: 1, conversationId: 1, sequenceNumber: 1 } },
      { $project: { conversationId: 1, role: 1, chars: charsOfParts, bytes: { $bsonSize: '$$ROOT' } } },
    ],
    { ...limit.forOperation(), batchSize: CURSOR_BATCH_SIZE },
  );
  let current = null as Turns | null;
  for await (const { _id, conversationId, role, chars, bytes } of messages) {
    if (current?.id !== conversationId) {
      if (current !== null) yield current;
      current = { id: conversationId, turns: [] };
    }
    current.turns.push({ messageId: _id, role, chars, bytes });
    if (isSliceOver()) await nextSlice(limit.signal);
  }
  if (current !== null) yield current;
}

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
