import type { AssayClient, Message, Schemas } from '../../../packages/client';

/** Of the whole text of a result: a model reads all of it. */
export const MAX_CHARACTERS = 50_000;

/** Of the sentences about the data, `next`, and commas. */
const MAX_FRAME = 2_000;

/** Of what the first result says about the conversation itself. */
const MAX_HEAD = 10_000;

/** Of a message, so that one fits next to the head. */
const MAX_MESSAGE = MAX_CHARACTERS - MAX_FRAME - MAX_HEAD;

/** As a text in JSON, JSON may be twice as long. */
const toPart = (max: number) => max / 2 - 100;

/** Where reading begins. */
interface Position {
  /** Of the page with that message; null for the first one. */
  cursor: string | null;
  /** Index of a message in the conversation. */
  from_message: number;
  /** In the JSON of that message. */
  from_character: number;
}

/**
 * The messages from a position on, each with its evaluations; `next` is null at the end. A message that is longer than a
 * result has `json`, a part of its JSON. At the beginning, also the conversation without the schemas of its tools.
 */
export async function readConversation(
  client: AssayClient,
  id: string,
  { cursor: firstPage, from_message: first, from_character: start }: Position,
  signal: AbortSignal,
) {
  const isBeginning = firstPage === null && first === 0 && start === 0;
  let head: object = { id };
  const read: object[] = [];
  const endAt = (next: Position | null) => ({ ...head, messages: read, next });
  let left = MAX_CHARACTERS - MAX_FRAME;
  for (let cursor = firstPage; ; ) {
    const page = await client.conversations.get(id, { cursor }, { signal });
    if (isBeginning && cursor === null) {
      head = headOf(page);
      left -= JSON.stringify(head).length;
    }
    for (const message of page.messages) {
      const position = message.sequence_number;
      if (position < first) continue;
      const evaluations = page.evaluations.filter(({ message_id: of }) => of === message.id);
      const whole = await readWhole(client, message, signal);
      const from = position === first ? start : 0;
      const { entry, length, end } = partOf({ position, ...whole, evaluations }, from);
      if (length > left) return endAt({ cursor, from_message: position, from_character: from });
      left -= length;
      read.push(entry);
      if (end !== null) return endAt({ cursor, from_message: position, from_character: end });
    }
    if (page.next_page_cursor === null) return endAt(null);
    cursor = page.next_page_cursor;
  }
}

/** The conversation itself with the names of its tools; the beginning of its JSON if that is very long. */
function headOf(page: Schemas['ConversationDetail']): object {
  const {
    messages: _messages,
    evaluations: _evaluations,
    has_more: _hasMore,
    next_page_cursor: _cursor,
    tools,
    ...conversation
  } = page;
  const head = { ...conversation, tools: tools.map(({ name }) => name) };
  const json = JSON.stringify(head);
  return json.length <= MAX_HEAD ? head : { id: page.id, json: json.slice(0, toPart(MAX_HEAD)) };
}

/** Pages truncate messages of more than 512 KiB. */
function readWhole(client: AssayClient, message: Message, signal: AbortSignal): Message | Promise<Message> {
  if (message.truncated !== true) return message;
  return client.request('GET /v1/messages/{message_id}', { path: { message_id: message.id } }, { signal });
}

/**
 * A whole message, or the part of its JSON from a character on, with the length of its JSON, and with the end of that
 * part if more follows.
 */
function partOf<Entry extends { position: number }>(
  message: Entry,
  from: number,
): { entry: object; length: number; end: number | null } {
  const json = JSON.stringify(message);
  if (from === 0 && json.length <= MAX_MESSAGE) return { entry: message, length: json.length, end: null };
  const end = from + toPart(MAX_MESSAGE);
  const entry = { position: message.position, json: json.slice(from, end) };
  return { entry, length: JSON.stringify(entry).length, end: end < json.length ? end : null };
}
