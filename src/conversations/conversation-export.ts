import type { TimePosition } from '../time-position';
import type { StoredMessage, Transcript } from './conversation';
import { toGenerationWire } from './conversation.mapper';
import { READ_TOGETHER } from './conversation.repository';
import { importMessageSchema } from './conversation.schema';
import { type OpenAIMessage, toOpenAIMessages } from './openai-messages';

/** The next transcripts of a list after a position; null: its first. */
export type ListNext = (after: TimePosition | null, limit: number) => Promise<Transcript[]>;

/**
 * A line of JSON for each conversation of a list, in the form in which it is imported. Pages are read one after
 * another rather than through one cursor, which would not outlive a client that pauses.
 */
export async function* exportLines(listNext: ListNext): AsyncGenerator<string> {
  let after: TimePosition | null = null;
  for (;;) {
    const transcripts: Transcript[] = await listNext(after, READ_TOGETHER);
    for (const transcript of transcripts) yield `${JSON.stringify(toImportForm(transcript))}\n`;
    const last = transcripts.at(-1)?.conversation;
    if (last === undefined || transcripts.length < READ_TOGETHER) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

/** The CreateConversation that, when it is imported, is stored as this conversation is, under other ids. */
export function toImportForm({ conversation, messages }: Transcript): Record<string, unknown> {
  return {
    ...known({ external_id: conversation.externalId }),
    tags: conversation.tags,
    created_at: conversation.createdAt.toISOString(),
    tools: conversation.tools,
    messages: messages.flatMap(toImportedMessages),
  };
}

/** One message, but for traces that hold the results of several calls in one. */
function toImportedMessages(message: StoredMessage): Record<string, unknown>[] {
  const reasoning = message.parts.flatMap((part) => (part.type === 'reasoning' ? part.content : []));
  const fields = {
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('\n') }),
    ...known({ message_id: message.externalId, agent_name: message.agentName }),
    ...(message.generation === null ? {} : known(toGenerationWire(message.generation))),
    ...(message.isError ? { is_error: true } : {}),
    created_at: message.createdAt.toISOString(),
  };
  const extra = beyondImport(message.extra ?? {});
  return toOpenAIMessages([message]).map((wire) => ({ ...extra, ...withContent(wire), ...fields }));
}

/** A detection takes any fields; what an import would read as its own is left out. */
function beyondImport(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extra).filter(([key]) => !Object.hasOwn(importMessageSchema.shape, key)),
  );
}

/** Traces may hold messages that say nothing, which an import does not take. */
function withContent(wire: OpenAIMessage): OpenAIMessage {
  const isEmpty = wire.content === null || wire.content?.length === 0;
  const hasCall = wire.tool_calls !== undefined || wire.function_call !== undefined;
  return isEmpty && !hasCall ? { ...wire, content: '' } : wire;
}

/** The fields that have a value. */
function known<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Fields>;
}
