import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EvaluationInput, JudgedMessage } from '../../../packages/detector';
import type { Message, MessagePart } from '../../../packages/formats';
import { partText } from '../../../packages/text';

/**
 * A piece of a conversation that is copied in one turn of the event loop: `starts` opens a message, `parts`
 * and `text` continue the last message and its last part.
 */
export type Fragment =
  | { kind: 'starts'; message: JudgedMessage }
  | { kind: 'parts'; parts: MessagePart[] }
  | { kind: 'text'; text: string };

/** Copying 1 MiB takes about 10 ms, 2,000 parts about as long. */
const MAX_CHUNK_UNITS = 2 ** 20;
const MAX_CHUNK_PARTS = 2_000;

/**
 * Counts the positions, which ascend, whose input has at most `maxUnits`: UTF-16 units of all texts up to and
 * including the message, and of the tools as JSON.
 */
export function countWithin(
  { messages, tools, issueConfig }: EvaluationInput,
  positions: readonly number[],
  maxUnits: number,
): number {
  let units = issueConfig.domainContext?.length ?? 0;
  units += tools.length === 0 ? 0 : JSON.stringify(tools).length;
  let next = 0;
  const beyond = positions.findIndex((position) => {
    for (; next <= position; next += 1) units += messageUnits(messages[next]);
    return units > maxUnits;
  });
  return beyond === -1 ? positions.length : beyond;
}

function messageUnits(message: Message | undefined): number {
  return message?.parts.reduce((sum, part) => sum + (partText(part)?.length ?? 0), 0) ?? 0;
}

/**
 * Splits messages into chunks that are cheap to copy, without the fields that evaluators do not read. The
 * event loop serves other work between two chunks.
 */
export async function* chunkMessages(messages: readonly JudgedMessage[]): AsyncGenerator<Fragment[]> {
  let chunk: Fragment[] = [];
  let units = 0;
  let count = 0;
  for (const fragment of fragmentsOf(messages)) {
    const size = unitsOf(fragment);
    if (count > 0 && (count >= MAX_CHUNK_PARTS || units + size > MAX_CHUNK_UNITS)) {
      yield chunk;
      await nextTurn();
      chunk = [];
      units = 0;
      count = 0;
    }
    chunk.push(fragment);
    units += size;
    count += 1;
  }
  yield chunk;
}

/** Reassembles messages from their fragments, chunk by chunk. */
export function appendChunk(messages: JudgedMessage[], chunk: readonly Fragment[]): void {
  for (const fragment of chunk) {
    const parts = messages.at(-1)?.parts ?? [];
    const last = parts.at(-1);
    if (fragment.kind === 'starts') messages.push(fragment.message);
    else if (fragment.kind === 'parts') parts.push(...fragment.parts);
    else if (last !== undefined)
      parts[parts.length - 1] = withText(last, (partText(last) ?? '') + fragment.text);
  }
}

/** The fields of a message that evaluators read. */
export function pickReadFields({ role, name, parts, generation }: JudgedMessage): JudgedMessage {
  const finishReason = generation?.finishReason ?? null;
  return { role, name, parts, ...(finishReason !== null && { generation: { finishReason } }) };
}

function* fragmentsOf(messages: readonly JudgedMessage[]): Generator<Fragment> {
  for (const message of messages) {
    yield { kind: 'starts', message: { ...pickReadFields(message), parts: [] } };
    for (const part of message.parts) {
      const text = partText(part) ?? '';
      if (text.length <= MAX_CHUNK_UNITS) {
        yield { kind: 'parts', parts: [part] };
        continue;
      }
      yield { kind: 'parts', parts: [withText(part, '')] };
      for (let from = 0; from < text.length; from += MAX_CHUNK_UNITS)
        yield { kind: 'text', text: text.slice(from, from + MAX_CHUNK_UNITS) };
    }
  }
}

function unitsOf(fragment: Fragment): number {
  if (fragment.kind === 'text') return fragment.text.length;
  if (fragment.kind === 'starts') return 0;
  return fragment.parts.reduce((sum, part) => sum + (partText(part)?.length ?? 0), 0);
}

/** Replaces the text of a part. Media have no text. */
function withText(part: MessagePart, text: string): MessagePart {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      return { ...part, content: text };
    case 'tool_call':
      return { ...part, arguments: text };
    case 'tool_call_response':
      return { ...part, response: text };
    default:
      return part;
  }
}
