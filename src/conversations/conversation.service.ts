import type { ClientSession } from 'mongoose';
import { nextSlice } from '../platform/concurrency/work-slices';
import { AppError } from '../platform/errors/app-error';
import { MAX_PAGE_BYTES } from '../platform/http/page';
import { inTransaction } from '../platform/mongo/connection';
import type { TimeLimit } from '../platform/mongo/time-limit';
import type { MessageFilter } from './message-filter/message-filter';
import type { PageRequest } from './storage/conversation.repository';
import * as conversations from './storage/conversation.repository';
import type { ConversationFilter } from './storage/conversation-filter';
import { streamCountedMessages } from './storage/counted-message.repository';
import { findTranscript } from './storage/find-transcript';
import { findIssues } from './storage/found-issues.repository';
import { listMessages } from './storage/listed-message.repository';
import { recordVerdicts } from './storage/record-verdicts';
import { alignWrites, deleteOrphans, deleteWithContent } from './storage/remove-conversation';
import * as replies from './storage/reply-message.repository';
import {
  findMessage,
  listTranscriptPage,
  type MessagePage,
  readTranscripts,
} from './storage/sized-message.repository';
import { createConversationStore, type RetentionOf } from './storage/store-conversations';
import * as messages from './storage/stored-message.repository';
import { createTranscriptAdmission } from './storage/transcript-admission';
import type {
  Conversation,
  ConversationSource,
  ListedConversation,
  NewReply,
  StoredMessage,
  Transcript,
} from './transcript/conversation';

export { countConversations } from './storage/conversation.repository';
export { conversationRetention, messageRetention } from './storage/conversation-retention';
export type { CountedMessage, CountingRead } from './storage/counted-message.repository';
export { listMessageIds } from './storage/message-times.repository';
export type { ConversationSource, Transcript } from './transcript/conversation';
export { verdictOf } from './transcript/message-facts';

/** Conversations that an experiment is about are looked up so many at a time. */
const SOURCE_BATCH_SIZE = 500;

export interface ConversationServiceDependencies {
  retentionOf: RetentionOf;
  /** Deletes what a removed conversation was made of, in the same transaction. Default: it was made of nothing else. */
  deleteSources?: (workspaceId: string, conversationId: string, session: ClientSession) => Promise<void>;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** The use cases of stored conversations, their messages, and the replies that experiments write to them. */
export function createConversationService({
  retentionOf,
  deleteSources = async () => {},
}: ConversationServiceDependencies) {
  return {
    ...createConversationStore(retentionOf),

    /** Removes a conversation that no trace tells of any more; nothing happens when there is none. */
    async removeTrace(workspaceId: string, id: string, session: ClientSession): Promise<void> {
      await deleteWithContent(workspaceId, id, session);
    },

    recordVerdicts,

    // What analytics read; a query is all there is to do.
    streamCountedMessages,
    findExtents: conversations.findExtents,

    findTranscript,

    admitTranscript: createTranscriptAdmission(),

    /** @throws AppError not_found */
    async getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
      const transcript = await findTranscript(workspaceId, conversationId);
      if (transcript === null) throw noSuchConversation();
      return transcript;
    },

    /**
     * A conversation with its own messages after a sequence number, as many as fit into half a page with what the
     * conversation itself takes, so that their evaluations have room; of messages too long the beginnings. `bytes` is
     * what all of it takes as JSON.
     * @throws AppError not_found
     */
    async getTranscriptPage(
      workspaceId: string,
      conversationId: string,
      { after, timeLimit }: { after: number; timeLimit: TimeLimit },
    ): Promise<MessagePage & { conversation: Conversation; bytes: number }> {
      const conversation = await conversations.findConversation(workspaceId, conversationId);
      if (conversation === null) throw noSuchConversation();
      const ownBytes = jsonBytes(conversation);
      const maxBytes = MAX_PAGE_BYTES / 2 - ownBytes;
      const page = await listTranscriptPage(workspaceId, conversationId, { after, maxBytes, timeLimit });
      return { conversation, ...page, bytes: ownBytes + jsonBytes(page.messages) };
    },

    /**
     * One message, whole.
     * @throws AppError not_found
     */
    async getMessage(workspaceId: string, id: string): Promise<StoredMessage> {
      const message = await findMessage(workspaceId, id);
      if (message === null) {
        throw new AppError('not_found', 'No such message', { loc: ['path', 'message_id'] });
      }
      return message;
    },

    /** The next conversations with what was found in them, newest first. */
    async listConversations(
      workspaceId: string,
      filter: ConversationFilter,
      page: PageRequest,
    ): Promise<ListedConversation[]> {
      const found = await conversations.listConversations(workspaceId, filter, page);
      const ids = found.map(({ id }) => id);
      const issues = await findIssues(workspaceId, ids, page.timeLimit);
      return found.map((conversation) => ({ ...conversation, issues: issues.get(conversation.id) ?? null }));
    },

    /** The next conversations, newest first. */
    listNext: conversations.listConversations,

    readTranscripts,

    /** The next messages that the filter selects, newest first; null selects all but the replies of experiments. */
    async listMessages(
      workspaceId: string,
      filter: MessageFilter | null,
      page: PageRequest,
    ): ReturnType<typeof listMessages> {
      return listMessages(workspaceId, filter?.query ?? { experimentId: null }, page);
    },

    /** By id, what experiments need of those of `ids` that are conversations of the workspace. */
    async listSources(workspaceId: string, ids: readonly string[]): Promise<Map<string, ConversationSource>> {
      const sources = new Map<string, ConversationSource>();
      for (let start = 0; start < ids.length; start += SOURCE_BATCH_SIZE) {
        const together = ids.slice(start, start + SOURCE_BATCH_SIZE);
        const [previews, replies] = await Promise.all([
          conversations.findPreviews(workspaceId, together),
          messages.findLastReplies(workspaceId, together),
        ]);
        await nextSlice();
        for (const [id, preview] of previews)
          sources.set(id, { preview, lastReply: replies.get(id) ?? null });
      }
      return sources;
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
        if (!(await deleteWithContent(workspaceId, id, session))) throw noSuchConversation();
        await deleteSources(workspaceId, id, session);
      });
      // The transaction did not see what experiments wrote while it ran; what they write later they remove.
      await deleteOrphans(workspaceId, id);
    },

    alignWrites,
  };
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function noSuchConversation(): AppError {
  return new AppError('not_found', 'No such conversation', { loc: ['path', 'conversation_id'] });
}
