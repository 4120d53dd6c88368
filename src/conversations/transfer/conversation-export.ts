import {
  importMessageSchema,
  type OpenAIMessage,
  reasoningOf,
  toOpenAIMessages,
  toolToOpenAI,
} from '../../../packages/formats';
import { writeJson } from '../../../packages/text';
import type { TimePosition } from '../../platform/time-position';
import type { Conversation, StoredMessage, Transcript } from '../transcript/conversation';
import { toGenerationWire } from '../wire/conversation.mapper';

/** The tools of a conversation alone may take 4 MiB. */
const READ_BATCH_SIZE = 5;

/** The source of an export, read in small batches: an export lasts as long as its client reads. */
export interface ExportSource {
  /** The next conversations of the list after a position; null: from the start. */
  listNext(after: TimePosition | null, limit: number): Promise<Conversation[]>;
  /** The own messages of conversations, ordered by the given ids, then by sequence. */
  readMessages(conversationIds: string[]): AsyncIterable<StoredMessage>;
}

/**
 * One JSON line per conversation of a list, in the form that imports accept, in pieces of a message: a line
 * may have tens of megabytes. Reads page after page instead of one cursor, which would time out when a client
 * pauses.
 */
export async function* exportLines({ listNext, readMessages }: ExportSource): AsyncGenerator<string> {
  let after: TimePosition | null = null;
  for (;;) {
    const page: Conversation[] = await listNext(after, READ_BATCH_SIZE);
    const messages = readMessages(page.map(({ id }) => id))[Symbol.asyncIterator]();
    let next = await messages.next();
    for (const conversation of page) {
      yield `${writeJson(headOf(conversation)).slice(0, -1)},"messages":[`;
      for (
        let separator = '';
        !next.done && next.value.conversationId === conversation.id;
        next = await messages.next()
      ) {
        const wire = toImportedMessages(next.value).map(writeJson);
        yield separator + wire.join(',');
        separator = ',';
      }
      yield ']}\n';
    }
    const last = page.at(-1);
    if (last === undefined || page.length < READ_BATCH_SIZE) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

/** The CreateConversation that an import stores as an equal conversation, under other ids. */
export function toImportForm({ conversation, messages }: Transcript): Record<string, unknown> {
  return { ...headOf(conversation), messages: messages.flatMap(toImportedMessages) };
}

function headOf(conversation: Conversation): Record<string, unknown> {
  return {
    ...omitNulls({ external_id: conversation.externalId }),
    tags: conversation.tags,
    created_at: conversation.createdAt.toISOString(),
    tools: conversation.tools.map((tool) => (tool.custom === undefined ? tool : toolToOpenAI(tool))),
  };
}

/** One message, except for traces with the results of several calls in one. */
function toImportedMessages(message: StoredMessage): Record<string, unknown>[] {
  const fields = {
    ...reasoningOf(message),
    ...omitNulls({
      message_id: message.externalId,
      agent_name: message.agentName,
      prompt_version: message.promptVersion,
    }),
    ...(message.generation === null ? {} : omitNulls(toGenerationWire(message.generation))),
    ...(message.isError ? { is_error: true } : {}),
    created_at: message.createdAt.toISOString(),
  };
  const extra = beyondImport(message.extra ?? {});
  return toOpenAIMessages([message]).map((wire) => ({ ...extra, ...withContent(wire), ...fields }));
}

/** A detection accepts any fields; those that an import would read as its own are left out. */
function beyondImport(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extra).filter(([key]) => !Object.hasOwn(importMessageSchema.shape, key)),
  );
}

/** Traces may have empty messages, which an import accepts as an empty text. */
function withContent(wire: OpenAIMessage): OpenAIMessage {
  return wire.content?.length === 0 ? { ...wire, content: '' } : wire;
}

/** The fields that have a value. */
function omitNulls<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Fields>;
}
