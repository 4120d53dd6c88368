import type { mongo } from 'mongoose';
import { MAX_MESSAGES } from '../../../packages/formats';
import { type FoundPage, withinPageBytes } from '../../platform/http/page';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { SizedMessage, StoredMessage } from '../transcript/conversation';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';
import { toStoredMessage } from './stored-message.repository';

/**
 * JSON takes up to six times the bytes. A message of this size still fits into a page, in addition to 4 MiB
 * of tools.
 */
const MAX_WHOLE_BYTES = 512 * 1024;
/** Maximum number of parts of a truncated message. */
const MAX_CUT_PARTS = 16;
const MAX_CUT_CHARS = 16 * 1024;
const MAX_CUT_EXTRA_BYTES = 64 * 1024;

/** Id and size of a message in MongoDB. */
interface MessageSize {
  id: string;
  bytes: number;
}

/** Id and size of the messages of a workspace that a filter selects, in order. */
export async function listMessageSizes(
  workspaceId: string,
  filter: mongo.Filter<StoredMessageRecord>,
  { sort, limit, timeLimit }: { sort: Record<string, 1 | -1>; limit: number; timeLimit: TimeLimit },
): Promise<MessageSize[]> {
  return messageCollection()
    .aggregate<MessageSize>(
      [
        { $match: { $and: [{ workspaceId }, filter] } },
        { $sort: sort },
        { $limit: limit },
        { $project: { _id: 0, id: '$_id', bytes: { $bsonSize: '$$ROOT' } } },
      ],
      timeLimit.forOperation(),
    )
    .toArray();
}

/**
 * The first messages whose sizes, each counted up to `maxMessageBytes`, fit into `maxBytes`; at least one.
 */
export function selectWithinBytes(
  sizes: readonly MessageSize[],
  { maxBytes, maxMessageBytes }: { maxBytes: number; maxMessageBytes: number },
): MessageSize[] {
  let sum = 0;
  const end = sizes.findIndex(({ bytes }) => {
    sum += Math.min(bytes, maxMessageBytes);
    return sum > maxBytes;
  });
  return end === -1 ? [...sizes] : sizes.slice(0, Math.max(1, end));
}

/**
 * The messages of these ids in their order. Those larger than `maxMessageBytes` are truncated by MongoDB, so
 * that the rest never reaches this process.
 */
export async function readSizedMessages<Extra>(
  workspaceId: string,
  sizes: readonly MessageSize[],
  maxMessageBytes: number,
  timeLimit: TimeLimit,
  extraOf: (record: StoredMessageRecord) => Extra,
): Promise<(SizedMessage & Extra)[]> {
  const toSized = (record: StoredMessageRecord, cut: SizedMessage['cut']) => ({
    ...toStoredMessage(record),
    cut,
    ...extraOf(record),
  });
  const isLong = ({ bytes }: MessageSize) => bytes > maxMessageBytes;
  const idsOf = (some: MessageSize[]) => ({ _id: { $in: some.map(({ id }) => id) }, workspaceId });
  const short = sizes.filter((size) => !isLong(size));
  const long = sizes.filter(isLong);
  const [wholeRecords, cutRecords] = await Promise.all([
    short.length === 0 ? [] : messageCollection().find(idsOf(short), timeLimit.forOperation()).toArray(),
    long.length === 0
      ? []
      : messageCollection()
          .aggregate<CutRecord>([{ $match: idsOf(long) }, { $set: cutFields }], timeLimit.forOperation())
          .toArray(),
  ]);
  const byId = new Map<string, SizedMessage & Extra>();
  for (const record of wholeRecords) byId.set(record._id, toSized(record, null));
  for (const record of cutRecords) byId.set(record._id, toSized(record, record.cut));
  return sizes.flatMap(({ id }) => byId.get(id) ?? []);
}

type CutRecord = StoredMessageRecord & { cut: { totalParts: number } };

/** The text of a part that can be annotated. */
const partText = {
  $ifNull: ['$$part.content', { $ifNull: ['$$part.arguments', { $ifNull: ['$$part.response', ''] }] }],
};
const isLongText = (value: unknown) => ({
  $cond: [
    { $eq: [{ $type: value }, 'string'] },
    { $gt: [{ $strLenCP: { $toString: value } }, MAX_CUT_CHARS] },
    false,
  ],
});

const cutPart = {
  $mergeObjects: [
    {
      $arrayToObject: {
        $map: {
          input: { $objectToArray: '$$part' },
          as: 'field',
          in: {
            k: '$$field.k',
            v: {
              $cond: [isLongText('$$field.v'), { $substrCP: ['$$field.v', 0, MAX_CUT_CHARS] }, '$$field.v'],
            },
          },
        },
      },
    },
    { $cond: [isLongText(partText), { totalChars: { $strLenCP: partText } }, {}] },
  ],
};

const extraBytes = { $strLenBytes: { $ifNull: ['$extra', ''] } };

const cutFields = {
  cut: { totalParts: { $size: '$parts' } },
  parts: { $map: { input: { $slice: ['$parts', MAX_CUT_PARTS] }, as: 'part', in: cutPart } },
  extra: { $cond: [{ $gt: [extraBytes, MAX_CUT_EXTRA_BYTES] }, null, '$extra'] },
  toolCalls: [],
  toolResults: [],
  toolNames: { $slice: ['$toolNames', 100] },
};

/** One message; null when there is none, or it is of another workspace. */
export async function findMessage(workspaceId: string, id: string): Promise<StoredMessage | null> {
  const message = await messageCollection().findOne({ _id: id, workspaceId });
  return message === null ? null : toStoredMessage(message);
}

/** A page of a conversation's own messages after a sequence number, in order; long ones are truncated. */
export async function listTranscriptPage(
  workspaceId: string,
  conversationId: string,
  { after, maxBytes, timeLimit }: { after: number; maxBytes: number; timeLimit: TimeLimit },
): Promise<FoundPage<SizedMessage>> {
  const sizes = await listMessageSizes(
    workspaceId,
    { conversationId, experimentId: null, sequenceNumber: { $gt: after } },
    { sort: { sequenceNumber: 1 }, limit: MAX_MESSAGES + 1, timeLimit },
  );
  const fitting = selectWithinBytes(sizes, { maxBytes, maxMessageBytes: MAX_WHOLE_BYTES });
  const read = await readSizedMessages(workspaceId, fitting, MAX_WHOLE_BYTES, timeLimit, () => ({}));
  const items = withinPageBytes(read, maxBytes);
  return { items, hasMore: items.length < sizes.length };
}

/** Bytes of transcripts that are read in one batch. */
const TOGETHER_BYTES = 4 * 1024 * 1024;

/**
 * The own messages of conversations, ordered by the given ids, then by sequence. At most 4 MiB, or one
 * message, are read at once. `limitNext` bounds the time of each read, not the time of the caller's
 * processing.
 */
export async function* readTranscripts(
  workspaceId: string,
  conversationIds: readonly string[],
  limitNext: <Result>(read: (timeLimit: TimeLimit) => Promise<Result>) => Promise<Result>,
): AsyncGenerator<StoredMessage> {
  for (const conversationId of conversationIds) {
    let sizes = await limitNext((timeLimit) =>
      listMessageSizes(
        workspaceId,
        { conversationId, experimentId: null },
        { sort: { sequenceNumber: 1 }, limit: MAX_MESSAGES, timeLimit },
      ),
    );
    while (sizes.length > 0) {
      const max = { maxBytes: TOGETHER_BYTES, maxMessageBytes: Number.POSITIVE_INFINITY };
      const next = selectWithinBytes(sizes, max);
      yield* await limitNext((timeLimit) =>
        readSizedMessages(workspaceId, next, max.maxMessageBytes, timeLimit, () => ({})),
      );
      sizes = sizes.slice(next.length);
    }
  }
}
