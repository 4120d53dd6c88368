import type { ClientSession } from 'mongoose';
import { notFound } from '../platform/errors/error-templates';
import { type FoundPage, MAX_PAGE_BYTES } from '../platform/http/page';
import { inTransaction } from '../platform/mongo/connection';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { deleteOrphans } from './content/conversation-content';
import type { Evaluation } from './evaluations/evaluation';
import { listEvaluationsOfMessages } from './evaluations/evaluation.repository';
import { listFlaggedMessages } from './findings/ledger/listed-finding.repository';
import { compileMessageFilter, type MessageFilter } from './message-filter/message-filter';
import type { PageRequest } from './storage/conversation.repository';
import * as conversations from './storage/conversation.repository';
import { type ConversationFilter, MAX_LISTED_IDS } from './storage/conversation-filter';
import { listSources, type MessageChoice } from './storage/conversation-sources';
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
import { createTranscriptAdmission } from './storage/transcript-admission';
import type {
  Conversation,
  FoundIssues,
  ListedConversation,
  SizedMessage,
  StoredMessage,
  Transcript,
} from './transcript/conversation';

export interface ConversationServiceDependencies {
  retentionOf: RetentionOf;
  /** Ends the outlines of a conversation's spans, in the transaction that deletes these. Default: there are none. */
  releaseSources?: (workspaceId: string, conversationId: string, session: ClientSession) => Promise<void>;
}

export type ConversationService = ReturnType<typeof createConversationService>;

/** Operations on stored conversations, their messages, and the replies that experiments write to them. */
export function createConversationService(dependencies: ConversationServiceDependencies) {
  return {
    ...createConversationStore(dependencies.retentionOf),
    removeTrace,
    storeEvaluation,
    recordVerdicts,
    recordFindings,
    findTranscript,
    findContinuedTranscript,
    findPreviews: conversations.findPreviews,
    admitTranscript: createTranscriptAdmission(),
    getTranscript,
    getConversationPage,
    getMessage,
    listConversations,
    /** The next conversations, newest first. */
    listNext: conversations.listConversations,
    listConversationIds,
    readTranscripts,
    listMessages: listSelectedMessages,
    listSources,
    listFlaggedReplies,
    streamPromptTexts,
    /** Stores an experiment's reply unless one is stored under its id; returns the stored one. */
    saveReply: replies.saveReplyMessage,
    findReply,
    removeConversation: removeConversation.bind(null, dependencies),
    reconcileAfterWrite,
  };
}

/** Removes a conversation that a trace has no message of, but not its spans; does nothing when there is none. */
async function removeTrace(workspaceId: string, id: string, session: ClientSession): Promise<void> {
  await deleteWithContent(workspaceId, id, { withSources: false }, session);
}

/**
 * By conversation, the ids of its messages with a finding that a filter of findings selects; null: with one that no review
 * rejects.
 */
function listFlaggedReplies(
  workspaceId: string,
  conversationIds: readonly string[],
  findingFilter: string | null,
  limit: TimeLimit,
): Promise<MessageChoice> {
  const filter = findingFilter ?? 'NOT review = rejected';
  const { query } = compileMessageFilter(filter, { bounds: 'optional', subject: 'findings' });
  return listFlaggedMessages(workspaceId, conversationIds, query, limit);
}

/** @throws AppError not_found */
async function getTranscript(workspaceId: string, conversationId: string): Promise<Transcript> {
  const transcript = await findTranscript(workspaceId, conversationId);
  if (transcript === null) throw notFound('Conversation', 'conversation_id');
  return transcript;
}

/**
 * A conversation with its own messages after a sequence number, limited to half a page so that their
 * evaluations fit; long messages are truncated.
 * @throws AppError not_found
 */
async function getConversationPage(
  workspaceId: string,
  id: string,
  { after, withEvaluations, timeLimit }: { after: number; withEvaluations: boolean; timeLimit: TimeLimit },
): Promise<FoundPage<SizedMessage> & { conversation: Conversation; evaluations: Evaluation[] }> {
  const conversation = await conversations.findConversation(workspaceId, id);
  if (conversation === null) throw notFound('Conversation', 'conversation_id');
  const ownBytes = jsonBytes(conversation);
  const messageBytes = MAX_PAGE_BYTES / 2 - ownBytes;
  const page = await listTranscriptPage(workspaceId, id, { after, maxBytes: messageBytes, timeLimit });
  if (!withEvaluations) return { conversation, ...page, evaluations: [] };
  const messageIds = page.items.map((message) => message.id);
  const maxBytes = MAX_PAGE_BYTES - ownBytes - jsonBytes(page.items);
  const evaluations = await listEvaluationsOfMessages(workspaceId, messageIds, { maxBytes, timeLimit });
  return { conversation, ...page, evaluations };
}

/** One message, not truncated. @throws AppError not_found */
async function getMessage(workspaceId: string, id: string): Promise<StoredMessage> {
  const message = await findMessage(workspaceId, id);
  if (message === null) throw notFound('Message', 'message_id');
  return message;
}

/** The next conversations with their issues, newest first. */
async function listConversations(
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
}

/** The ids of at most 10,000 conversations of a list, the newest, and whether it has more. */
async function listConversationIds(
  workspaceId: string,
  filter: ConversationFilter,
  timeLimit: TimeLimit,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const ids = await conversations.listConversationIds(workspaceId, filter, MAX_LISTED_IDS + 1, timeLimit);
  return { ids: ids.slice(0, MAX_LISTED_IDS), hasMore: ids.length > MAX_LISTED_IDS };
}

/** The next messages that the filter selects, newest first; null selects all except the replies of experiments. */
async function listSelectedMessages(
  workspaceId: string,
  filter: MessageFilter | null,
  page: PageRequest,
): ReturnType<typeof listMessages> {
  return listMessages(workspaceId, filter?.query ?? { experimentId: null }, page);
}

async function findReply(workspaceId: string, id: string): Promise<StoredMessage | null> {
  return replies.findReplyMessage({ workspaceId, id });
}

/**
 * Deletes a conversation with its messages, the replies experiments wrote to it, and its evaluations.
 * @throws AppError not_found
 */
async function removeConversation(
  { releaseSources }: ConversationServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  await inTransaction(async (session) => {
    await releaseSources?.(workspaceId, id, session);
    if (!(await deleteWithContent(workspaceId, id, { withSources: true }, session)))
      throw notFound('Conversation', 'conversation_id');
  });
  // The transaction did not see what experiments wrote concurrently; what they write later they remove
  // themselves.
  await deleteOrphans(workspaceId, id);
}

/** The issues of a conversation without a verdict. */
const noVerdicts: FoundIssues = { count: null, labels: [], evaluatedMessages: 0, notJudgeableMessages: 0 };

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
