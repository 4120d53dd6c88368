import type { ClientSession } from 'mongoose';
import { nextSlice } from '../../packages/concurrency';
import { notFound } from '../platform/errors/error-templates';
import { type FoundPage, MAX_PAGE_BYTES } from '../platform/http/page';
import { inTransaction } from '../platform/mongo/connection';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { deleteOrphans } from './content/conversation-content';
import type { MessageFilter } from './message-filter/message-filter';
import type { PageRequest } from './storage/conversation.repository';
import * as conversations from './storage/conversation.repository';
import { type ConversationFilter, MAX_LISTED_IDS } from './storage/conversation-filter';
import { findContinuedTranscript, findTranscript } from './storage/find-transcript';
import { findIssues } from './storage/found-issues.repository';
import { listMessages } from './storage/listed-message.repository';
import { streamPromptTexts } from './storage/prompt-text.repository';
import { recordFindings } from './storage/record-findings';
import { recordVerdicts, storeEvaluation } from './storage/record-verdicts';
import { deleteWithContent, reconcileAfterWrite } from './storage/remove-conversation';
import * as replies from './storage/reply-message.repository';
import { findMessage, listTranscriptPage, readTranscripts } from './storage/sized-message.repository';
import { createConversationStore, type RetentionOf } from './storage/store-conversations';
import * as messages from './storage/stored-message.repository';
import { createTranscriptAdmission } from './storage/transcript-admission';
import { previewOf } from './transcript/build-conversation';
import type {
  Conversation,
  ConversationSource,
  FoundIssues,
  LastReply,
  ListedConversation,
  NewReply,
  SavedReply,
  SizedMessage,
  StoredMessage,
  Transcript,
} from './transcript/conversation';

/** Batch size for looking up the conversations of an experiment. */
const SOURCE_BATCH_SIZE = 500;

export interface ConversationServiceDependencies {
  retentionOf: RetentionOf;
  /** Ends the outlines of a conversation's spans, in the transaction that deletes these. Default: there are none. */
  releaseSources?: (workspaceId: string, conversationId: string, session: ClientSession) => Promise<void>;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** Operations on stored conversations, their messages, and the replies that experiments write to them. */
export function createConversationService({
  retentionOf,
  releaseSources = async () => {},
}: ConversationServiceDependencies) {
  return {
    ...createConversationStore(retentionOf),

    /** Removes a conversation that a trace has no message of, but not its spans; does nothing when there is none. */
    async removeTrace(workspaceId: string, id: string, session: ClientSession): Promise<void> {
      await deleteWithContent(workspaceId, id, { withSources: false }, session);
    },

    storeEvaluation,
    recordVerdicts,
    recordFindings,

    findTranscript,
    findContinuedTranscript,
    findPreviews: conversations.findPreviews,

    admitTranscript: createTranscriptAdmission(),

    /** @throws AppError not_found */
    async getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
      const transcript = await findTranscript(workspaceId, conversationId);
      if (transcript === null) throw notFound('Conversation', 'conversation_id');
      return transcript;
    },

    /**
     * A conversation with its own messages after a sequence number, limited to half a page so that their
     * evaluations fit; long messages are truncated. `bytes` is the JSON size of the result.
     * @throws AppError not_found
     */
    async getTranscriptPage(
      workspaceId: string,
      conversationId: string,
      { after, timeLimit }: { after: number; timeLimit: TimeLimit },
    ): Promise<FoundPage<SizedMessage> & { conversation: Conversation; bytes: number }> {
      const conversation = await conversations.findConversation(workspaceId, conversationId);
      if (conversation === null) throw notFound('Conversation', 'conversation_id');
      const ownBytes = jsonBytes(conversation);
      const maxBytes = MAX_PAGE_BYTES / 2 - ownBytes;
      const page = await listTranscriptPage(workspaceId, conversationId, { after, maxBytes, timeLimit });
      return { conversation, ...page, bytes: ownBytes + jsonBytes(page.items) };
    },

    /**
     * One message, not truncated.
     * @throws AppError not_found
     */
    async getMessage(workspaceId: string, id: string): Promise<StoredMessage> {
      const message = await findMessage(workspaceId, id);
      if (message === null) {
        throw notFound('Message', 'message_id');
      }
      return message;
    },

    /** The next conversations with their issues, newest first. */
    async listConversations(
      workspaceId: string,
      filter: ConversationFilter,
      page: PageRequest,
    ): Promise<ListedConversation[]> {
      const listedConversations = await conversations.listConversations(workspaceId, filter, page);
      const ids = listedConversations.map(({ id }) => id);
      const issues = await findIssues(workspaceId, ids, page.timeLimit);
      return listedConversations.map((conversation) => ({
        ...conversation,
        issues: issues.get(conversation.id) ?? noVerdicts,
      }));
    },

    /** The next conversations, newest first. */
    listNext: conversations.listConversations,

    /** The ids of at most 10,000 conversations of a list, the newest, and whether it has more. */
    async listConversationIds(
      workspaceId: string,
      filter: ConversationFilter,
      timeLimit: TimeLimit,
    ): Promise<{ ids: string[]; hasMore: boolean }> {
      const ids = await conversations.listConversationIds(workspaceId, filter, MAX_LISTED_IDS + 1, timeLimit);
      return { ids: ids.slice(0, MAX_LISTED_IDS), hasMore: ids.length > MAX_LISTED_IDS };
    },

    readTranscripts,

    /**
     * The next messages that the filter selects, newest first; null selects all except the replies of
     * experiments.
     */
    async listMessages(
      workspaceId: string,
      filter: MessageFilter | null,
      page: PageRequest,
    ): ReturnType<typeof listMessages> {
      return listMessages(workspaceId, filter?.query ?? { experimentId: null }, page);
    },

    /** By id, the conversations of the workspace among `ids`, with what experiments need. */
    async listSources(workspaceId: string, ids: readonly string[]): Promise<Map<string, ConversationSource>> {
      const sources = new Map<string, ConversationSource>();
      for (let start = 0; start < ids.length; start += SOURCE_BATCH_SIZE) {
        const batch = ids.slice(start, start + SOURCE_BATCH_SIZE);
        const [previews, replies] = await Promise.all([
          conversations.findPreviews(workspaceId, batch),
          messages.findLastReplies(workspaceId, batch),
        ]);
        await nextSlice();
        const entries = await Promise.all(
          [...previews].map(async ([id, preview]): Promise<[string, ConversationSource]> => {
            const lastReply = replies.get(id) ?? null;
            return [id, { preview: await previewBefore(workspaceId, id, lastReply, preview), lastReply }];
          }),
        );
        for (const [id, source] of entries) sources.set(id, source);
      }
      return sources;
    },

    streamPromptTexts,

    /** Stores an experiment's reply unless one is stored under its id; returns the stored one. */
    async saveReply(reply: NewReply): Promise<SavedReply> {
      return replies.saveReplyMessage(reply);
    },

    async findReply(workspaceId: string, id: string): Promise<StoredMessage | null> {
      return replies.findReplyMessage({ workspaceId, id });
    },

    /**
     * Deletes a conversation with its messages, the replies experiments wrote to it, and its evaluations.
     * @throws AppError not_found
     */
    async removeConversation(workspaceId: string, id: string): Promise<void> {
      await inTransaction(async (session) => {
        await releaseSources(workspaceId, id, session);
        if (!(await deleteWithContent(workspaceId, id, { withSources: true }, session)))
          throw notFound('Conversation', 'conversation_id');
      });
      // The transaction did not see what experiments wrote concurrently; what they write later they remove
      // themselves.
      await deleteOrphans(workspaceId, id);
    },

    reconcileAfterWrite,
  };
}

/** The issues of a conversation without a verdict. */
const noVerdicts: FoundIssues = { count: null, labels: [], evaluatedMessages: 0, notJudgeableMessages: 0 };

/** The preview of a conversation as it is replayed: user messages after its last reply are left out. */
async function previewBefore(
  workspaceId: string,
  id: string,
  reply: LastReply | null,
  { preview, messageCount }: conversations.ConversationPreview,
): Promise<string> {
  if (reply === null || reply.sequenceNumber === messageCount - 1) return preview;
  const question = await messages.findQuestionBefore(workspaceId, id, reply.sequenceNumber);
  return question === null ? '' : previewOf([question]);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
