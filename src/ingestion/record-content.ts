import { hash } from 'node:crypto';
import type { CallEvent, CallMessage, GenAiSpan, ToolDefinition } from '../../packages/formats';
import { parseJson, writeJson } from '../../packages/text';

/** A text that records of a conversation refer to by its digest. */
export interface SharedText {
  content: string;
  bytes: number;
}

/** By digest. */
export type SharedTexts = ReadonlyMap<string, SharedText>;

/** A span or event as it is stored: the texts that others may share are in separate documents. */
export interface RecordContent {
  /** JSON text. */
  content: string;
  /** Of `content`, and of references to the messages of the history in memory. */
  bytes: number;
  /** All texts that it refers to, also indirectly; empty for a short one, whose content is whole. */
  texts: SharedTexts;
}

/**
 * The beginning of a history as a chain of blocks, and the messages after them. As blocks are counted from the first
 * message, the histories of all calls of a conversation have them in common.
 */
interface PackedHistory {
  /** The digest of the last block; null if there is none. */
  block: string | null;
  /** Digests. */
  messages: string[];
}

type Event = Omit<CallEvent, 'position'>;
type Packed<Source> = Omit<Source, 'inputs' | 'tools'> & {
  inputs: CallMessage[] | PackedHistory;
  tools?: ToolDefinition[] | { text: string };
};
type Call = NonNullable<GenAiSpan['call']>;

// Below this, separate documents cost more than repeated texts.
const MIN_SHARED_BYTES = 8 * 1024;
const BLOCK_MESSAGES = 16;
// A history is short when it is stored, but its conversation is assembled from all of its messages.
const REFERENCE_BYTES = 16;

export function packContent(value: GenAiSpan | Event): RecordContent {
  const call = 'inputs' in value ? value : value.call;
  const whole = call === null ? null : packCall(call);
  if (call === null || whole === null) return { ...measure(writeJson(value)), texts: new Map() };
  const { packed, texts } = whole;
  const { content, bytes } = measure(writeJson('inputs' in value ? packed : { ...value, call: packed }));
  return { content, bytes: bytes + REFERENCE_BYTES * call.inputs.length, texts };
}

/** Null when it is too short to share its texts. */
function packCall(call: Call | Event): { packed: Packed<Call | Event>; texts: SharedTexts } | null {
  const messages = call.inputs.map((message) => measure(JSON.stringify(message)));
  const tools = 'tools' in call && call.tools.length > 0 ? measure(writeJson(call.tools)) : null;
  const bytes = messages.reduce((sum, message) => sum + message.bytes, tools?.bytes ?? 0);
  if (bytes < MIN_SHARED_BYTES) return null;
  const texts = new Map<string, SharedText>();
  const share = (text: SharedText): string => {
    const digest = hash('sha256', text.content, 'base64url');
    texts.set(digest, text);
    return digest;
  };
  const digests = messages.map(share);
  let block: string | null = null;
  let start = 0;
  for (; start + BLOCK_MESSAGES <= digests.length; start += BLOCK_MESSAGES) {
    const history: PackedHistory = { block, messages: digests.slice(start, start + BLOCK_MESSAGES) };
    block = share(measure(JSON.stringify(history)));
  }
  const inputs = { block, messages: digests.slice(start) };
  return { packed: { ...call, inputs, ...(tools && { tools: { text: share(tools) } }) }, texts };
}

function measure(content: string): SharedText {
  return { content, bytes: Buffer.byteLength(content) };
}

/** Reads contents of records of one conversation. Equal messages are one object. */
export class ContentReader {
  private readonly parsed = new Map<string, unknown>();

  constructor(private readonly texts: SharedTexts) {}

  /** Null when a text is missing: MongoDB deletes the documents of an expired conversation one after the other. */
  readSpan(content: string): GenAiSpan | null {
    const span: Omit<GenAiSpan, 'call'> & { call: Packed<Call> | null } = parseJson(content) as never;
    const call = span.call && this.unpack(span.call);
    return call === undefined ? null : { ...span, call: call as Call | null };
  }

  /** Null as for a span. */
  readEvent(content: string): Event | null {
    return (this.unpack(JSON.parse(content) as Packed<Event>) as Event | undefined) ?? null;
  }

  private unpack<Source extends Call | Event>(call: Packed<Source>) {
    const inputs = Array.isArray(call.inputs) ? call.inputs : this.readHistory(call.inputs);
    const tools =
      call.tools === undefined || Array.isArray(call.tools) ? call.tools : this.parse(call.tools.text);
    const isToolsMissing = call.tools !== undefined && tools === undefined;
    if (inputs === undefined || isToolsMissing) return undefined;
    return { ...call, inputs, ...(tools === undefined ? {} : { tools }) };
  }

  /** Only the blocks are cached: the messages of all of its beginnings would grow with the square of a history. */
  private readHistory(history: PackedHistory): CallMessage[] | undefined {
    const pieces: CallMessage[][] = [];
    for (let last: PackedHistory | undefined = history; ; ) {
      const messages = this.readMessages(last.messages);
      if (messages === undefined) return undefined;
      pieces.push(messages);
      if (last.block === null) return pieces.reverse().flat();
      last = this.parse(last.block) as PackedHistory | undefined;
      if (last === undefined) return undefined;
    }
  }

  private readMessages(digests: string[]): CallMessage[] | undefined {
    const messages = digests.map((digest) => this.parse(digest) as CallMessage | undefined);
    return messages.every((message) => message !== undefined) ? messages : undefined;
  }

  private parse(digest: string): unknown {
    const known = this.parsed.get(digest);
    const text = this.texts.get(digest);
    if (known !== undefined || text === undefined) return known;
    const parsed = parseJson(text.content);
    this.parsed.set(digest, parsed);
    return parsed;
  }
}

/** Those of the texts that contents of records refer to, also indirectly. */
export function textsOf(contents: readonly string[], texts: SharedTexts): Map<string, SharedText> {
  const found = new Map<string, SharedText>();
  const add = (digest: string): SharedText | undefined => {
    const text = found.has(digest) ? undefined : texts.get(digest);
    if (text !== undefined) found.set(digest, text);
    return text;
  };
  const addHistory = (history: PackedHistory) => {
    for (let last: PackedHistory | null = history; last !== null; ) {
      last.messages.forEach(add);
      const text: SharedText | undefined = last.block === null ? undefined : add(last.block);
      last = text === undefined ? null : JSON.parse(text.content);
    }
  };
  for (const content of contents) {
    const value = JSON.parse(content);
    const call: Packed<Call | Event> | null = 'inputs' in value ? value : value.call;
    if (call === null) continue;
    if (!Array.isArray(call.inputs)) addHistory(call.inputs);
    if (call.tools !== undefined && !Array.isArray(call.tools)) add(call.tools.text);
  }
  return found;
}
