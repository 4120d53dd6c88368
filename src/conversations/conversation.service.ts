import type { ClientSession } from 'mongoose';
import { AppError } from '../errors/app-error';
import { deleteEvaluationsOfConversation, setEvaluationExpiry } from '../evaluations/evaluation.service';
import type { MessageFilter } from '../message-filter/message-filter';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import { buildConversation } from './build-conversation';
import { markChanged } from './change-marks';
import { deleteMarks, listMarkedWorkspaces, listMarks } from './changed-period.repository';
import type {
  Conversation,
  ConversationFilter,
  ConversationSource,
  NewConversation,
  NewReply,
  StoredMessage,
  Transcript,
} from './conversation';
import type { PageRequest } from './conversation.repository';
import * as conversations from './conversation.repository';
import { streamCountedMessages } from './counted-message.repository';
import { type ListedMessage, listMessages } from './listed-message.repository';
import { listMessageHours, listMessageTimes } from './message-times.repository';
import { recordVerdicts } from './record-verdicts';
import { replaceTranscript } from './replace-transcript';
import * as replies from './reply-message.repository';
import * as messages from './stored-message.repository';

export type { PeriodMark } from './changed-period';
export type { ConversationSource, Transcript } from './conversation';
export type { CountedMessage, CountingRead } from './counted-message.repository';
export { verdictOf } from './message-facts';

const DAY_MS = 86_400_000;

export interface ConversationServiceDependencies {
  /** Days that a workspace keeps its conversations; null: for ever. */
  retentionOf: (workspaceId: string) => Promise<number | null>;
  /** Deletes what a removed conversation was made of, in the same transaction. Default: it was made of nothing else. */
  deleteSources?: (workspaceId: string, conversationId: string, session: ClientSession) => Promise<void>;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** The use cases of stored conversations, their messages, and the replies that experiments write to them. */
export function createConversationService({
  retentionOf,
  deleteSources = async () => {},
}: ConversationServiceDependencies) {
  async function expiryFrom(workspaceId: string, storedAt: Date): Promise<Date | null> {
    return expiryOf(storedAt, await retentionOf(workspaceId));
  }

  async function applyRetention(workspaceId: string, days: number | null): Promise<void> {
    // From before, because what has expired by the new retention may be deleted at once.
    const hoursBefore = await listMessageHours(workspaceId);
    await conversations.setConversationRetention(workspaceId, days);
    await messages.setMessageRetention(workspaceId, days);
    // Too much for one transaction: marks that come after the change make up for what was read during it.
    const hours = [...hoursBefore, ...(await listMessageHours(workspaceId))];
    await markChanged(
      hours.map((createdAt) => ({ workspaceId, createdAt })),
      null,
    );
  }

  /** Stores transcripts made for a retention of `days`, even if another one is applied before they are there. */
  async function storeTranscripts(
    workspaceId: string,
    transcripts: Transcript[],
    { storedAt, days }: { storedAt: Date; days: number | null },
  ): Promise<void> {
    await inTransaction((session) => insertTranscripts(transcripts, storedAt, session));
    const daysNow = await retentionOf(workspaceId);
    if (daysNow !== days) await applyRetention(workspaceId, daysNow);
  }

  return {
    /**
     * Stores a conversation with its messages. An id that is stored already answers what is stored, so that a
     * repeated request is harmless.
     */
    async createConversation(input: NewConversation): Promise<Transcript> {
      const storedAt = new Date();
      const days = await retentionOf(input.workspaceId);
      const transcript = buildConversation(input, expiryOf(storedAt, days));
      try {
        await storeTranscripts(input.workspaceId, [transcript], { storedAt, days });
        return transcript;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const stored = await findTranscript(input.workspaceId, transcript.conversation.id);
        if (stored === null) throw error;
        return stored;
      }
    },

    /**
     * Stores conversations, of whatever workspaces, in the caller's transaction; answers them in the same order.
     * @throws the driver's duplicate key error when an id is taken
     */
    async addConversations(inputs: NewConversation[], session: ClientSession): Promise<Transcript[]> {
      const storedAt = new Date();
      const transcripts = await Promise.all(
        inputs.map(async (input) => buildConversation(input, await expiryFrom(input.workspaceId, storedAt))),
      );
      await insertTranscripts(transcripts, storedAt, session);
      return transcripts;
    },

    /**
     * Stores what a trace tells of a conversation, in the place of what is stored under its id. Messages that say
     * the same keep their evaluations, and the conversation its replies of experiments.
     */
    async storeTrace(input: NewConversation, session: ClientSession): Promise<Transcript> {
      const storedAt = new Date();
      const expireAt = await expiryFrom(input.workspaceId, storedAt);
      return replaceTranscript(buildConversation(input, expireAt), storedAt, session);
    },

    /** Removes a conversation that no trace tells of any more; nothing happens when there is none. */
    async removeTrace(workspaceId: string, id: string, session: ClientSession): Promise<void> {
      await deleteMarked(workspaceId, id, session);
    },

    /** Stores conversations of one workspace in one transaction: all of them, or none. */
    async createConversations(workspaceId: string, inputs: NewConversation[]): Promise<Conversation[]> {
      const storedAt = new Date();
      const days = await retentionOf(workspaceId);
      const expireAt = expiryOf(storedAt, days);
      const transcripts = inputs.map((input) => buildConversation({ ...input, workspaceId }, expireAt));
      await storeTranscripts(workspaceId, transcripts, { storedAt, days });
      return transcripts.map(({ conversation }) => conversation);
    },

    recordVerdicts,

    // What analytics read; a query is all there is to do.
    streamCountedMessages,
    findExtents: conversations.findExtents,
    listMarks,
    listMarkedWorkspaces,
    deleteMarks,

    findTranscript,

    /** @throws AppError not_found */
    async getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
      const transcript = await findTranscript(workspaceId, conversationId);
      if (transcript === null) throw noSuchConversation();
      return transcript;
    },

    /** The next conversations, newest first. */
    async listConversations(
      workspaceId: string,
      filter: ConversationFilter,
      page: PageRequest,
    ): Promise<Conversation[]> {
      return conversations.listConversations(workspaceId, filter, page);
    },

    /** The next conversations with their own messages, newest first. */
    async listTranscripts(
      workspaceId: string,
      filter: ConversationFilter,
      page: PageRequest,
    ): Promise<Transcript[]> {
      const found = await conversations.listConversations(workspaceId, filter, page);
      const ids = found.map(({ id }) => id);
      const byConversation = await messages.findMessagesOfAll(workspaceId, ids, page.timeLimit);
      return found.map((conversation) => ({
        conversation,
        messages: byConversation.get(conversation.id) ?? [],
      }));
    },

    /** The next messages that the filter selects, newest first; null selects all but the replies of experiments. */
    async listMessages(
      workspaceId: string,
      filter: MessageFilter | null,
      page: PageRequest,
    ): Promise<ListedMessage[]> {
      return listMessages(workspaceId, filter?.query ?? { experimentId: null }, page);
    },

    /** By id, what experiments need of those of `ids` that are conversations of the workspace. */
    async listSources(workspaceId: string, ids: string[]): Promise<Map<string, ConversationSource>> {
      const [previews, replies] = await Promise.all([
        conversations.findPreviews(workspaceId, ids),
        messages.findLastReplies(workspaceId, ids),
      ]);
      return new Map(
        [...previews].map(([id, preview]) => [id, { preview, lastReply: replies.get(id) ?? null }]),
      );
    },

    /** Stores an experiment's reply unless one is stored under its id; answers the one that is stored then. */
    async saveReply(reply: NewReply): Promise<StoredMessage> {
      return replies.saveReplyMessage(reply);
    },

    async findReply(id: string): Promise<StoredMessage | null> {
      return replies.findReplyMessage(id);
    },

    async deleteReplies(workspaceId: string, experimentId: string, session?: ClientSession): Promise<void> {
      await replies.deleteReplyMessages(workspaceId, experimentId, session);
    },

    /**
     * Deletes a conversation with its messages, the replies experiments wrote to it, and its evaluations.
     * @throws AppError not_found
     */
    async removeConversation(workspaceId: string, id: string): Promise<void> {
      await inTransaction(async (session) => {
        if (!(await deleteMarked(workspaceId, id, session))) throw noSuchConversation();
        await deleteSources(workspaceId, id, session);
      });
      // The transaction did not see what experiments wrote while it ran; what they write later they remove.
      await deleteContent(workspaceId, id);
    },

    /**
     * For whoever has written replies to a conversation, or evaluations of it, after they have read it: removes
     * them when the conversation was deleted in between, and lets them expire with it when its retention was
     * changed. False when it was deleted.
     */
    async alignWrites({ workspaceId, id, expireAt }: Conversation): Promise<boolean> {
      const current = await conversations.findConversation(workspaceId, id);
      if (current === null) {
        await deleteContent(workspaceId, id);
        return false;
      }
      if (current.expireAt?.getTime() !== expireAt?.getTime()) {
        await messages.setMessageExpiry(workspaceId, id, current.expireAt);
        await setEvaluationExpiry(workspaceId, id, current.expireAt);
      }
      return true;
    },

    /** Lets everything a workspace has stored expire `days` after it was stored; null keeps it. */
    applyRetention,
  };
}

function expiryOf(storedAt: Date, days: number | null): Date | null {
  return days === null ? null : new Date(storedAt.getTime() + days * DAY_MS);
}

async function insertTranscripts(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  await conversations.insertConversations(
    transcripts.map(({ conversation }) => conversation),
    storedAt,
    session,
  );
  await messages.insertMessages(transcripts, storedAt, session);
  const stored = transcripts.flatMap(({ conversation: { workspaceId }, messages }) =>
    messages.map(({ createdAt }) => ({ workspaceId, createdAt })),
  );
  await markChanged(stored, session);
}

async function findTranscript(workspaceId: string, conversationId: string): Promise<Transcript | null> {
  const [conversation, found] = await Promise.all([
    conversations.findConversation(workspaceId, conversationId),
    messages.findMessages(workspaceId, conversationId),
  ]);
  return conversation === null ? null : { conversation, messages: found };
}

/** Deletes a conversation with all that belongs to it; false when there is none. */
async function deleteMarked(workspaceId: string, id: string, session: ClientSession): Promise<boolean> {
  if (!(await conversations.deleteConversation(workspaceId, id, session))) return false;
  const times = await listMessageTimes(workspaceId, id, session);
  const changed = times.map((createdAt) => ({ workspaceId, createdAt }));
  await markChanged(changed, session);
  await deleteContent(workspaceId, id, session);
  return true;
}

async function deleteContent(workspaceId: string, id: string, session?: ClientSession): Promise<void> {
  await messages.deleteMessages(workspaceId, id, session);
  await deleteEvaluationsOfConversation(workspaceId, id, session);
}

function noSuchConversation(): AppError {
  return new AppError('not_found', 'No such conversation', { loc: ['path', 'conversation_id'] });
}
