import type { ClientSession } from 'mongoose';
import { AppError } from '../errors/app-error';
import { deleteEvaluationsOfConversation, setEvaluationExpiry } from '../evaluations/evaluation.service';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import type { TimePosition } from '../time-position';
import { buildConversation } from './build-conversation';
import type {
  Conversation,
  ConversationFilter,
  ConversationSource,
  NewConversation,
  NewReply,
  StoredMessage,
  Transcript,
} from './conversation';
import * as conversations from './conversation.repository';
import * as messages from './stored-message.repository';

export type { ConversationSource, Transcript } from './conversation';

const DAY_MS = 86_400_000;

export interface ConversationServiceDependencies {
  /** Days that a workspace keeps its conversations; null: for ever. */
  retentionOf: (workspaceId: string) => Promise<number | null>;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** The use cases of stored conversations, their messages, and the replies that experiments write to them. */
export function createConversationService({ retentionOf }: ConversationServiceDependencies) {
  async function expiryFrom(workspaceId: string, storedAt: Date): Promise<Date | null> {
    return expiryOf(storedAt, await retentionOf(workspaceId));
  }

  async function applyRetention(workspaceId: string, days: number | null): Promise<void> {
    await conversations.setConversationRetention(workspaceId, days);
    await messages.setMessageRetention(workspaceId, days);
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

    /** Stores conversations of one workspace in one transaction: all of them, or none. */
    async createConversations(workspaceId: string, inputs: NewConversation[]): Promise<Conversation[]> {
      const storedAt = new Date();
      const days = await retentionOf(workspaceId);
      const expireAt = expiryOf(storedAt, days);
      const transcripts = inputs.map((input) => buildConversation({ ...input, workspaceId }, expireAt));
      await storeTranscripts(workspaceId, transcripts, { storedAt, days });
      return transcripts.map(({ conversation }) => conversation);
    },

    findTranscript,

    /** @throws AppError not_found */
    async getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
      const transcript = await findTranscript(workspaceId, conversationId);
      if (transcript === null) throw noSuchConversation();
      return transcript;
    },

    /** At most `limit` conversations after a position, newest first. */
    async listConversations(
      workspaceId: string,
      filter: ConversationFilter,
      limit: number,
      after: TimePosition | null,
    ): Promise<Conversation[]> {
      return conversations.listConversations(workspaceId, filter, limit, after);
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
      return messages.saveReplyMessage(reply);
    },

    async findReply(id: string): Promise<StoredMessage | null> {
      return messages.findReplyMessage(id);
    },

    async deleteReplies(workspaceId: string, experimentId: string, session?: ClientSession): Promise<void> {
      await messages.deleteReplyMessages(workspaceId, experimentId, session);
    },

    /**
     * Deletes a conversation with its messages, the replies experiments wrote to it, and its evaluations.
     * @throws AppError not_found
     */
    async removeConversation(workspaceId: string, id: string): Promise<void> {
      await inTransaction(async (session) => {
        if (!(await conversations.deleteConversation(workspaceId, id, session))) throw noSuchConversation();
        await deleteContent(workspaceId, id, session);
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
}

async function findTranscript(workspaceId: string, conversationId: string): Promise<Transcript | null> {
  const [conversation, found] = await Promise.all([
    conversations.findConversation(workspaceId, conversationId),
    messages.findMessages(workspaceId, conversationId),
  ]);
  return conversation === null ? null : { conversation, messages: found };
}

async function deleteContent(workspaceId: string, id: string, session?: ClientSession): Promise<void> {
  await messages.deleteMessages(workspaceId, id, session);
  await deleteEvaluationsOfConversation(workspaceId, id, session);
}

function noSuchConversation(): AppError {
  return new AppError('not_found', 'No such conversation', { loc: ['path', 'conversation_id'] });
}
