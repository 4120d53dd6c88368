import type { ClientSession } from 'mongoose';
import { AppError } from '../errors/app-error';
import type { MessageFilter } from '../message-filter/message-filter';
import { inTransaction } from '../mongo/connection';
import { deleteMarks, listMarkedWorkspaces, listMarks } from './changed-period.repository';
import type {
  ConversationFilter,
  ConversationSource,
  ListedConversation,
  NewReply,
  StoredMessage,
  Transcript,
} from './conversation';
import type { PageRequest } from './conversation.repository';
import * as conversations from './conversation.repository';
import { applyRetention } from './conversation-retention';
import { streamCountedMessages } from './counted-message.repository';
import { findTranscript } from './find-transcript';
import { findIssues } from './found-issues.repository';
import { type ListedMessage, listMessages } from './listed-message.repository';
import { recordVerdicts } from './record-verdicts';
import { alignWrites, deleteStrays, deleteWithContent } from './remove-conversation';
import * as replies from './reply-message.repository';
import { createConversationStore, type RetentionOf } from './store-conversations';
import * as messages from './stored-message.repository';

export type { ConversationSource, Transcript } from './conversation';
export type { CountedMessage, CountingRead } from './counted-message.repository';
export { verdictOf } from './message-facts';

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
        if (!(await deleteWithContent(workspaceId, id, session))) throw noSuchConversation();
        await deleteSources(workspaceId, id, session);
      });
      // The transaction did not see what experiments wrote while it ran; what they write later they remove.
      await deleteStrays(workspaceId, id);
    },

    alignWrites,
    applyRetention,
  };
}

function noSuchConversation(): AppError {
  return new AppError('not_found', 'No such conversation', { loc: ['path', 'conversation_id'] });
}
