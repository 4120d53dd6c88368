import type { PromptTexts } from '../transcript/conversation';
import { messageCollection } from './stored-message.model';

/** Conversations that are read together: with their messages at most some 50 MiB, usually a few hundred KiB. */
const BATCH_SIZE = 100;
const MAX_MESSAGES = 16;
const MAX_CHARS = 8 * 1024;

interface FoundTexts {
  _id: string;
  system: { sequenceNumber: number; length: number; text: string } | null;
  lastReply: number | null;
  /** The last messages, in order. */
  messages: { sequenceNumber: number; text: string }[];
}

/**
 * Streams the texts that replays of conversations send, in no particular order. `ends` has the sequence number of the
 * replayed reply by conversation; null: the last reply of each. The work for one is bounded: of the
 * first system or developer message and of the last 16 messages, the first 8,192 characters of each.
 */
export async function* streamPromptTexts(
  workspaceId: string,
  conversationIds: readonly string[],
  ends: ReadonlyMap<string, number> | null = null,
): AsyncGenerator<PromptTexts> {
  for (let start = 0; start < conversationIds.length; start += BATCH_SIZE) {
    const batch = conversationIds.slice(start, start + BATCH_SIZE);
    const texts = await messageCollection()
      .aggregate<FoundTexts>([
        { $match: { workspaceId, experimentId: null, ...messagesUpTo(batch, ends) } },
        { $sort: { workspaceId: 1, conversationId: 1, sequenceNumber: 1 } },
        { $project: { _id: 0, conversationId: 1, sequenceNumber: 1, role: 1, text: textOfParts } },
        { $group: { _id: '$conversationId', ...groupedTexts } },
      ])
      .toArray();
    yield* texts.map(toPromptTexts);
  }
}

function messagesUpTo(ids: readonly string[], ends: ReadonlyMap<string, number> | null) {
  if (ends === null) return { conversationId: { $in: ids } };
  return {
    $or: ids.map((conversationId) => ({
      conversationId,
      sequenceNumber: { $lte: ends.get(conversationId) ?? Number.POSITIVE_INFINITY },
    })),
  };
}

function toPromptTexts({ _id: conversationId, system, lastReply, messages }: FoundTexts): PromptTexts {
  const end = lastReply ?? Number.POSITIVE_INFINITY;
  const isSystemSent = system !== null && system.sequenceNumber < end;
  return {
    conversationId,
    system: isSystemSent ? { text: system.text, length: system.length } : null,
    others: messages
      .filter(({ sequenceNumber }) => sequenceNumber < end && sequenceNumber !== system?.sequenceNumber)
      .map(({ text }) => text),
  };
}

const isText = { $in: ['$$this.type', ['text', 'refusal', 'reasoning']] };
const ownText = {
  $cond: [isText, { $ifNull: ['$$this.content', ''] }, { $ifNull: ['$$this.response', ''] }],
};
/** An expression for the texts of a message's parts, joined by line breaks. */
export const textOfParts = {
  $reduce: {
    input: '$parts',
    initialValue: '',
    in: { $concat: ['$$value', { $cond: [{ $eq: ['$$value', ''] }, '', '\n'] }, ownText] },
  },
};

const truncated = { $substrCP: ['$text', 0, MAX_CHARS] };
const groupedTexts = {
  // The first one: documents are compared by their first field.
  system: {
    $min: {
      $cond: [
        { $in: ['$role', ['system', 'developer']] },
        { sequenceNumber: '$sequenceNumber', length: { $strLenCP: '$text' }, text: truncated },
        null,
      ],
    },
  },
  lastReply: { $max: { $cond: [{ $eq: ['$role', 'assistant'] }, '$sequenceNumber', null] } },
  messages: { $lastN: { n: MAX_MESSAGES, input: { sequenceNumber: '$sequenceNumber', text: truncated } } },
};
