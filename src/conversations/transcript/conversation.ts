import type { Generation, Message, Notices, ShownPart, ToolDefinition } from '../../../packages/formats';
import type { Problem } from '../../platform/errors/app-error';
import type { MessageFacts, MessageVerdict } from './message-facts';

/** How a conversation was stored. `experiment` marks replies that an experiment wrote. */
export const conversationTypes = ['trace', 'detection', 'import', 'experiment'] as const;
export type ConversationType = (typeof conversationTypes)[number];

/** A conversation without its messages, which lists do not need. */
export interface Conversation {
  id: string;
  workspaceId: string;
  /** The caller's own id; not unique. */
  externalId: string | null;
  type: ConversationType;
  tags: Record<string, string>;
  /** The first 160 code points of the last user message's text with whitespace collapsed. */
  preview: string;
  messageCount: number;
  toolCallCount: number;
  /** Sums over the messages with known counts; null when there are none. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** The models that wrote messages, in order of appearance. */
  models: string[];
  tools: ToolDefinition[];
  /** How its content differs from what was sent; absent if it does not. */
  notices?: Notices;
  createdAt: Date;
  /** The earliest and latest time of the own messages; without messages, that of the conversation. */
  firstMessageAt: Date;
  lastMessageAt: Date;
  /** When MongoDB removes it with its messages; null: never. */
  expireAt: Date | null;
}

export interface StoredMessage extends Message, MessageFacts {
  id: string;
  conversationId: string;
  /** The caller's own id; not unique. */
  externalId: string | null;
  /** 0-based position in the conversation. */
  sequenceNumber: number;
  /** Unknown fields of the wire message, as sent. */
  extra: Record<string, unknown> | null;
  generation: Generation | null;
  isError: boolean;
  /** The agent that wrote it; null if unknown. */
  agentName: string | null;
  /** Of the prompt that wrote it; null if unknown, and for messages that no model wrote. */
  promptVersion: string | null;
  /** Of each evaluator, the latest evaluation that was not without a verdict. */
  verdicts: MessageVerdict[];
  createdAt: Date;
}

/** A conversation with its own messages in order, without replies of experiments. */
export interface Transcript {
  conversation: Conversation;
  messages: StoredMessage[];
}

/**
 * The issues that the latest completed evaluations by each evaluator found in a conversation's own messages.
 */
export interface FoundIssues {
  /** Null when no message was evaluated. */
  count: number | null;
  /** Distinct, most frequent first. */
  labels: string[];
  /** Messages with a completed evaluation. */
  evaluatedMessages: number;
  /** Messages of which every verdict is `not_judgeable`. */
  notJudgeableMessages: number;
}

/** A conversation with its issues. */
export interface ListedConversation extends Conversation {
  issues: FoundIssues;
}

/** The fields of a conversation that an experiment needs before it replays it. */
export interface ConversationSource {
  /** Of the last user message before the reply, or of all if there is no reply. */
  preview: string;
  /** The reply to replay: the last message by the assistant, of those to choose from; null when there is none. */
  reply: OriginalReply | null;
}

/** The texts before the last reply of a conversation, truncated. */
export interface PromptTexts {
  conversationId: string;
  /** Of the first system or developer message, with its full length in code points; null without one. */
  system: { text: string; length: number } | null;
  /** Of the other messages. */
  others: string[];
}

export interface OriginalReply {
  messageId: string;
  sequenceNumber: number;
  generation: Generation | null;
}

/** A message to store. Default id: a new one; default time: the conversation's. */
export interface NewMessage extends Message {
  id?: string;
  externalId?: string | null;
  extra?: Record<string, unknown> | null;
  generation?: Generation | null;
  isError?: boolean;
  agentName?: string | null;
  /** Default: that of the conversation if a model wrote it. */
  promptVersion?: string | null;
  /** Verdicts of evaluations that are stored with it. */
  verdicts?: MessageVerdict[];
  createdAt?: Date | null;
}

/** A conversation to store. Default id: a new one; default time: that of its first message, or now. */
export interface NewConversation {
  conversationId?: string;
  workspaceId: string;
  externalId?: string | null;
  type: ConversationType;
  tags?: Record<string, string>;
  tools?: ToolDefinition[];
  notices?: Notices | null;
  messages: NewMessage[];
  createdAt?: Date | null;
}

/** A reply that an experiment wrote to a stored conversation, under an id that repeated tries share. */
export interface NewReply {
  id: string;
  workspaceId: string;
  conversationId: string;
  experimentId: string;
  itemId: string;
  sequenceNumber: number;
  /** The conversation's. */
  tags: Record<string, string>;
  message: Message;
  generation: Generation | null;
  /** Of the reply that it replays; default: unknown. */
  agentName?: string | null;
  /** Of the prompt that was sent; default: unknown. */
  promptVersion?: string | null;
  createdAt: Date;
  /** When MongoDB removes it; null: never. */
  expireAt: Date | null;
  /** Which of several tries has generated it; absent if the reply is recorded. */
  tryId?: string;
}

/** A reply of an experiment as it is stored, with the try that has generated it; null if it is recorded. */
export interface SavedReply extends StoredMessage {
  tryId: string | null;
}

/** The result of importing a conversation. */
export interface ImportedConversation {
  /** Of the stored conversation. */
  id: string;
  /** False when a conversation with its external id existed. */
  isNew: boolean;
}

/** Progress of a bulk import. */
export interface ImportProgress {
  imported: number;
  /** Lines with the external id of a stored conversation. */
  skipped: number;
  failed: number;
  /** 1-based: all lines up to this one are imported, skipped or failed. */
  lastLine: number;
}

/** The result of a bulk import; ids and errors are limited to the first ones. */
export interface ImportResult extends ImportProgress {
  /** Ids of imported and skipped lines. */
  conversationIds: string[];
  /** Of all lines; absent if there are none. */
  notices?: Notices;
  /** Lines without a conversation, by the reason for it. */
  ignored: { reason: string; count: number; firstLine: number }[];
  /** Lines are 1-based. */
  errors: { line: number; detail: Problem[] }[];
}

/** A message that may be truncated. */
export interface SizedMessage extends StoredMessage {
  parts: ShownPart[];
  /** Null when the message is complete. Otherwise the total number of parts; `extra` may be missing, too. */
  cut: { totalParts: number } | null;
}

/** A message with the additional fields of a list of many conversations. */
export interface ListedMessage extends SizedMessage {
  conversationType: ConversationType;
  /** Null for a conversation's own messages. */
  experimentId: string | null;
}
