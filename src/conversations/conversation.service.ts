import type { ClientSession } from 'mongoose';
import { AppError } from '../errors/app-error';
import { deleteEvaluationsOfConversation } from '../evaluations/evaluation.service';
import type { TimePosition } from '../http/cursor';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
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
    const days = await retentionOf(workspaceId);
    return days === null ? null : new Date(storedAt.getTime() + days * DAY_MS);
  }

  return {
    /**
     * Stores a conversation with its messages. An id that is stored already answers what is stored, so that a
     * repeated request is harmless.
     */
    async createConversation(input: NewConversation): Promise<Transcript> {
      const storedAt = new Date();
      const transcript = buildConversation(input, await expiryFrom(input.workspaceId, storedAt));
      try {
        await inTransaction((own) => insertTranscripts([transcript], storedAt, own));
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
      const expireAt = await expiryFrom(workspaceId, storedAt);
      const transcripts = inputs.map((input) => buildConversation({ ...input, workspaceId }, expireAt));
      await inTransaction((session) => insertTranscripts(transcripts, storedAt, session));
      return transcripts.map(({ conversation }) => conversation);
    },

    findTranscript,

    /** @throws AppError not_found */
    async getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
      const transcript = await findTranscript(workspaceId, conversationId);
      if (transcript === null) throw noSuchConversation();
      return transcript;
    },

    /** A page, newest first, and whether more follow it. */
    async listConversations(
      workspaceId: string,
      filter: ConversationFilter,
      limit: number,
      after: TimePosition | null,
    ): Promise<{ items: Conversation[]; hasMore: boolean }> {
      const found = await conversations.listConversations(workspaceId, filter, limit + 1, after);
      return { items: found.slice(0, limit), hasMore: found.length > limit };
    },

    /** Those of `ids` that are conversations of the workspace. */
    async listExistingIds(workspaceId: string, ids: string[]): Promise<Set<string>> {
      return new Set((await conversations.findPreviews(workspaceId, ids)).keys());
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
     * Deletes a conversation with its messages, the replies experiments wrote to it, and its evaluations; in
     * the caller's transaction when a session is given.
     * @throws AppError not_found
     */
    async removeConversation(workspaceId: string, id: string, session?: ClientSession): Promise<void> {
      if (session === undefined) await inTransaction((own) => deleteAll(workspaceId, id, own));
      else await deleteAll(workspaceId, id, session);
    },

    /** Lets everything a workspace has stored expire `days` after it was stored; null keeps it. */
    async applyRetention(workspaceId: string, days: number | null): Promise<void> {
      await conversations.setConversationRetention(workspaceId, days);
      await messages.setMessageRetention(workspaceId, days);
    },
  };
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

async function deleteAll(workspaceId: string, id: string, session: ClientSession): Promise<void> {
  if (!(await conversations.deleteConversation(workspaceId, id, session))) throw noSuchConversation();
  await messages.deleteMessages(workspaceId, id, session);
  await deleteEvaluationsOfConversation(workspaceId, id, session);
}

function noSuchConversation(): AppError {
  return new AppError('not_found', 'No such conversation', { loc: ['path', 'conversation_id'] });
}
