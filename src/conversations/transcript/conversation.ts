import type { Problem } from '../../platform/errors/app-error';
import type { Message, ShownPart, ToolDefinition } from './message';
import type { MessageFacts, MessageVerdict } from './message-facts';

/** How a conversation came to be stored. `experiment` marks replies that an experiment wrote. */
export const conversationTypes = ['trace', 'detection', 'import', 'experiment'] as const;
export type ConversationType = (typeof conversationTypes)[number];

/** The longest conversation that is stored: of a trace its first messages are kept. */
export const MAX_MESSAGES = 5000;

/** What is known of the model call that wrote a message. */
export interface Generation {
  model: string | null;
  provider: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Milliseconds. */
  latencyMs: number | null;
  /** US dollars. */
  costUsd: number | null;
  finishReason: string | null;
}

/** The description of a conversation; its messages are apart because lists do without them. */
export interface Conversation {
  id: string;
  workspaceId: string;
  /** The caller's own name of it; not unique. */
  externalId: string | null;
  type: ConversationType;
  tags: Record<string, string>;
  /** The first 160 code points of the last user message's text, white space collapsed. */
  preview: string;
  messageCount: number;
  toolCallCount: number;
  /** Sums over the messages whose counts are known; null when none is. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** The models that wrote messages, in order of appearance. */
  models: string[];
  tools: ToolDefinition[];
  createdAt: Date;
  /** The earliest and the latest time of its own messages; of one without messages, its own. */
  firstMessageAt: Date;
  lastMessageAt: Date;
  /** When MongoDB removes it with its messages; null: never. */
  expireAt: Date | null;
}

export interface StoredMessage extends Message, MessageFacts {
  id: string;
  conversationId: string;
  /** The caller's own name of it; not unique. */
  externalId: string | null;
  /** 0-based position in the conversation. */
  sequenceNumber: number;
  /** Fields of the wire message that the service does not know, as they were sent. */
  extra: Record<string, unknown> | null;
  generation: Generation | null;
  isError: boolean;
  /** The agent that wrote it; null where that is not known. */
  agentName: string | null;
  /** The latest completed evaluation of each evaluator that has judged it. */
  verdicts: MessageVerdict[];
  createdAt: Date;
}

/** A conversation with its own messages in order; replies that experiments wrote are not among them. */
export interface Transcript {
  conversation: Conversation;
  messages: StoredMessage[];
}

/** What the latest completed evaluations by each evaluator found in a conversation's own messages. */
export interface FoundIssues {
  count: number;
  /** Each once, the most frequent first. */
  labels: string[];
}

/** A conversation with what was found in it; null when none of its own messages was evaluated. */
export interface ListedConversation extends Conversation {
  issues: FoundIssues | null;
}

/** What an experiment has to know of a conversation before it replays it. */
export interface ConversationSource {
  preview: string;
  /** The last message by the assistant; null when there is none. */
  lastReply: { messageId: string; generation: Generation | null } | null;
}

/** A message to be stored. Without an id it gets one; without a time it gets the conversation's. */
export interface NewMessage extends Message {
  id?: string;
  externalId?: string | null;
  extra?: Record<string, unknown> | null;
  generation?: Generation | null;
  isError?: boolean;
  agentName?: string | null;
  /** Of evaluations that are stored with it. */
  verdicts?: MessageVerdict[];
  createdAt?: Date | null;
}

/** A conversation to be stored. Without an id it gets one; without a time that of its first message, or now. */
export interface NewConversation {
  conversationId?: string;
  workspaceId: string;
  externalId?: string | null;
  type: ConversationType;
  tags?: Record<string, string>;
  tools?: ToolDefinition[];
  messages: NewMessage[];
  createdAt?: Date | null;
}

/** A reply that an experiment wrote to a stored conversation, under an id that a repeated attempt shares. */
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
  createdAt: Date;
  /** When MongoDB removes it; null: never. */
  expireAt: Date | null;
}

/** What became of a conversation that was to be imported. */
export interface ImportedConversation {
  /** Of the stored conversation. */
  id: string;
  /** False when a conversation with its external id was there. */
  isNew: boolean;
}

/** How far a bulk import has come. */
export interface ImportProgress {
  imported: number;
  /** Lines whose external id is the one of a stored conversation. */
  skipped: number;
  failed: number;
  /** 1-based: all lines up to this one are imported, skipped or failed. */
  lastLine: number;
}

/** The outcome of a bulk import; ids and errors are the first ones only. */
export interface ImportResult extends ImportProgress {
  /** Of imported and skipped lines. */
  conversationIds: string[];
  /** Lines are 1-based. */
  errors: { line: number; detail: Problem[] }[];
}

/** A message of which something may be left out. */
export interface SizedMessage extends StoredMessage {
  parts: ShownPart[];
  /** Null when the message is whole. Else of how many parts the first are here; `extra` may be missing, too. */
  cut: { totalParts: number } | null;
}

/** A message with what a list of many conversations has to tell of it. */
export interface ListedMessage extends SizedMessage {
  conversationType: ConversationType;
  /** Null of a conversation's own messages. */
  experimentId: string | null;
}
