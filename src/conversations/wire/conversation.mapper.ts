import type { z } from 'zod';
import {
  type ChatMessage,
  chatMessageShape,
  fromOpenAI,
  type Generation,
  type ImportMessage,
  importMessageSchema,
  type MessagePart,
  type ShownPart,
} from '../../../packages/formats';
import type { Problem } from '../../platform/errors/app-error';
import type { errorDetailSchema } from '../../platform/http/error-body';
import type { Page } from '../../platform/http/page';
import { parseWith } from '../../platform/http/problems';
import type { Evaluation } from '../evaluations/evaluation';
import { toEvaluationWire } from '../evaluations/evaluation.schema';
import { type ChosenBy, chosenByFilter } from '../message-filter/chosen-by';
import { compileMessageFilter } from '../message-filter/message-filter';
import type { ConversationFilter } from '../storage/conversation-filter';
import type { ListedMessage, SizedMessage } from '../transcript/conversation';
import {
  type Conversation,
  conversationTypes,
  type ImportResult,
  type ListedConversation,
  type NewConversation,
  type NewMessage,
  type StoredMessage,
} from '../transcript/conversation';
import {
  type ConversationQuery,
  type CreateConversation,
  type conversationDetailSchema,
  type conversationSchema,
  createConversationSchema,
  type generationSchema,
  type importResultSchema,
  type listedConversationSchema,
  type messagePartSchema,
  type storedMessageSchema,
} from './conversation.schema';
import type { listedMessageSchema } from './message-list.schema';
import { toNoticesWire } from './notices.schema';

/** Converts a message of a request to its stored form; fields beyond the chat form become `extra`. */
export function toNewMessage(message: ChatMessage): NewMessage {
  return { ...fromOpenAI(message), extra: fieldsBeyond(chatMessageShape, message) };
}

/** Validates a conversation of a request and converts it to its stored form. */
export function readNewConversation(
  workspaceId: string,
  value: unknown,
): { conversation: NewConversation } | { problems: Problem[] } {
  const checked = parseWith(createConversationSchema, value, 'body');
  if (!checked.ok) return { problems: checked.problems };
  return { conversation: toNewConversation(workspaceId, checked.value) };
}

/** Converts a conversation of a request to its stored form. */
export function toNewConversation(workspaceId: string, body: CreateConversation): NewConversation {
  return {
    workspaceId,
    type: 'import',
    externalId: body.external_id ?? null,
    tags: body.tags ?? {},
    tools: body.tools ?? [],
    createdAt: toDate(body.created_at),
    messages: body.messages.map((message) => ({
      ...fromOpenAI(message),
      externalId: message.message_id ?? null,
      extra: fieldsBeyond(importMessageSchema.shape, message),
      generation: toGeneration(message),
      isError: message.is_error ?? false,
      agentName: message.agent_name ?? null,
      ...(message.prompt_version && { promptVersion: message.prompt_version }),
      createdAt: toDate(message.created_at),
    })),
  };
}

/** The filter of a list's query; without a type it excludes what experiments wrote. */
export function toConversationFilter(query: ConversationQuery): ConversationFilter {
  return {
    types: query.type === null ? conversationTypes.filter((type) => type !== 'experiment') : [query.type],
    externalId: query.external_id,
    tag: query.tag === null ? null : splitTag(query.tag),
    model: query.model,
    createdFrom: toDate(query.created_from),
    createdTo: toDate(query.created_to),
    words: query.search === null ? [] : query.search.split(/\s+/u),
    messages: query.filter === null ? null : compileMessageFilter(query.filter, { bounds: 'optional' }),
  };
}

/** How a list with these filters chooses its conversations. */
export function chosenByQuery({ filter }: Pick<ConversationQuery, 'filter'>): ChosenBy {
  return filter === null ? 'properties' : chosenByFilter(filter, 'messages');
}

function splitTag(tag: string): { key: string; value: string } {
  const colon = tag.indexOf(':');
  return { key: tag.slice(0, colon), value: tag.slice(colon + 1) };
}

function toGeneration(message: ImportMessage): Generation | null {
  const generation: Generation = {
    model: message.model ?? null,
    provider: message.provider ?? null,
    inputTokens: message.input_tokens ?? null,
    outputTokens: message.output_tokens ?? null,
    latencyMs: message.latency_ms ?? null,
    costUsd: message.cost_usd ?? null,
    finishReason: message.finish_reason ?? null,
  };
  return Object.values(generation).some((value) => value !== null) ? generation : null;
}

function fieldsBeyond(shape: object, message: object): Record<string, unknown> | null {
  const entries = Object.entries(message).filter(([key]) => !Object.hasOwn(shape, key));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function toDate(time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(time);
}

export function toConversationWire(conversation: Conversation): z.input<typeof conversationSchema> {
  return {
    id: conversation.id,
    external_id: conversation.externalId,
    type: conversation.type,
    tags: conversation.tags,
    preview: conversation.preview,
    message_count: conversation.messageCount,
    tool_call_count: conversation.toolCallCount,
    input_tokens: conversation.inputTokens,
    output_tokens: conversation.outputTokens,
    models: conversation.models,
    ...toNoticesWire(conversation.notices),
    created_at: conversation.createdAt.toISOString(),
  };
}

export function toListedConversationWire({
  issues,
  ...conversation
}: ListedConversation): z.input<typeof listedConversationSchema> {
  return {
    ...toConversationWire(conversation),
    issue_count: issues.count,
    labels: issues.labels,
    evaluated_message_count: issues.evaluatedMessages,
    not_judgeable_message_count: issues.notJudgeableMessages,
  };
}

export function toConversationDetailWire(
  page: Page<SizedMessage> & { conversation: Conversation; evaluations: Evaluation[] },
): z.input<typeof conversationDetailSchema> {
  const { conversation, items: messages, evaluations, nextCursor } = page;
  return {
    ...toConversationWire(conversation),
    tools: conversation.tools,
    messages: messages.map(toSizedMessageWire),
    evaluations: evaluations.map(toEvaluationWire),
    has_more: nextCursor !== null,
    next_page_cursor: nextCursor,
  };
}

export function toListedMessageWire(message: ListedMessage): z.input<typeof listedMessageSchema> {
  return {
    ...toSizedMessageWire(message),
    conversation_id: message.conversationId,
    conversation_type: message.conversationType,
    experiment_id: message.experimentId,
    tool_names: message.toolNames,
    verdicts: message.verdicts.map((verdict) => ({
      evaluator_id: verdict.evaluatorId,
      evaluation_id: verdict.evaluationId,
      created_at: verdict.createdAt.toISOString(),
      status: verdict.status,
      issue_count: verdict.issueCount,
      labels: verdict.findings.map(({ label }) => label),
    })),
  };
}

function toSizedMessageWire(message: SizedMessage): z.input<typeof storedMessageSchema> {
  const { cut } = message;
  return {
    ...toMessageWire(message),
    ...(cut === null ? {} : { truncated: true as const, total_parts: cut.totalParts }),
  };
}

export function toMessageWire(message: StoredMessage): z.input<typeof storedMessageSchema> {
  return {
    id: message.id,
    external_id: message.externalId,
    sequence_number: message.sequenceNumber,
    role: message.role,
    name: message.name,
    parts: toPartsWire(message.parts),
    generation: message.generation === null ? null : toGenerationWire(message.generation),
    is_error: message.isError,
    agent_name: message.agentName,
    prompt_version: message.promptVersion,
    extra: message.extra,
    created_at: message.createdAt.toISOString(),
  };
}

export function toPartsWire(parts: ShownPart[]): z.input<typeof messagePartSchema>[] {
  return parts.map(({ totalChars, ...part }) => ({
    ...toPartWire(part),
    ...(totalChars === undefined ? {} : { total_chars: totalChars }),
  }));
}

function toPartWire(part: MessagePart): z.input<typeof messagePartSchema> {
  switch (part.type) {
    case 'blob':
      return { type: part.type, modality: part.modality, mime_type: part.mimeType, content: part.content };
    case 'file':
      return { type: part.type, file_id: part.fileId };
    case 'tool_call': {
      const { isCustom, ...call } = part;
      return { ...call, ...(isCustom && { is_custom: isCustom }) };
    }
    default:
      return part;
  }
}

/** The wire form of a generation, in messages and imports. */
export function toGenerationWire(generation: Generation): z.input<typeof generationSchema> {
  return {
    model: generation.model,
    provider: generation.provider,
    input_tokens: generation.inputTokens,
    output_tokens: generation.outputTokens,
    latency_ms: generation.latencyMs,
    cost_usd: generation.costUsd,
    finish_reason: generation.finishReason,
  };
}

export function toImportResultWire(result: ImportResult): z.input<typeof importResultSchema> {
  return {
    imported: result.imported,
    skipped: result.skipped,
    failed: result.failed,
    conversation_ids: result.conversationIds,
    ...toNoticesWire(result.notices),
    ignored: result.ignored.map(({ reason, count, firstLine }) => ({ reason, count, first_line: firstLine })),
    errors: result.errors.map(({ line, detail }) => ({ line, detail: detail.map(toErrorEntry) })),
  };
}

function toErrorEntry({ loc, msg, type, input, ctx }: Problem): z.input<typeof errorDetailSchema> {
  return { loc, msg, type, input: input ?? null, ctx: ctx ?? {} };
}
