import { z } from 'zod';
import { chatMessageSchema, fromOpenAI, type Message } from '../../../packages/formats';
import { codePointConverter, partText } from '../../../packages/text';
import { parseOrThrow } from '../../platform/http/parse-or-throw';

const name = z.union([z.string(), z.number()]).transform(String).nullish();

const labelSchema = z.looseObject({
  id: name,
  task: name,
  source: name,
  pair: name,
  hallucinated: z.boolean(),
  messages: z.array(z.unknown()).min(1),
  spans: z
    .array(
      z.looseObject({
        start: z.int().min(0),
        end: z.int().min(0),
        label: z.string(),
        text: z.string().nullish(),
        part_index: z.int().min(0).nullish(),
        tool_call_index: z.int().min(0).nullish(),
        parameter_name: z.string().nullish(),
      }),
    )
    .nullish(),
});
type WireSpan = NonNullable<z.output<typeof labelSchema>['spans']>[number];

/** A labeled error: a span of a part of the judged message. Offsets are code points. */
export interface GoldSpan {
  part: number;
  start: number;
  end: number;
  label: string;
  parameterName: string | null;
}

/** The labels of the last message of a conversation. */
export interface LabeledCase {
  task: string | null;
  /** Cases of the same source are not independent, so the bootstrap resamples sources. */
  source: string;
  pair: string | null;
  isHallucinated: boolean;
  /** Null if spans are not labeled. */
  spans: GoldSpan[] | null;
  /** Indexes of the parts that are tool calls. */
  toolCallParts: number[];
  /** Number of words of the judged message, split at white space. */
  words: number;
}

/**
 * Parses the labels of one line in the format of `docs/measuring.md`, where span offsets are UTF-16 code
 * units. `number` identifies a case without an id.
 * @throws Error that describes the problem of the line
 */
export function readLabels(line: unknown, number: number): LabeledCase {
  const { id, task, source, pair, hallucinated, messages, spans } = parseOrThrow(labelSchema, line, 'line');
  const reply = fromOpenAI(parseOrThrow(chatMessageSchema, messages.at(-1), 'the last message'));
  return {
    task: task ?? null,
    source: source ?? pair ?? id ?? `line ${number}`,
    pair: pair ?? null,
    isHallucinated: hallucinated,
    spans: spans?.map((span) => toGoldSpan(span, reply)) ?? null,
    toolCallParts: toolCallPartsOf(reply),
    words: reply.parts.reduce((sum, part) => sum + countWords(partText(part) ?? ''), 0),
  };
}

/** @throws Error if the span is outside its text or does not match `text` */
function toGoldSpan(span: WireSpan, reply: Message): GoldSpan {
  const { start, end, label, text, tool_call_index: call, parameter_name: parameterName } = span;
  const part = span.part_index ?? partOf(call, reply);
  const messagePart = part === undefined ? undefined : reply.parts[part];
  const fullText = messagePart && partText(messagePart);
  const spanText = fullText?.slice(start, end);
  if (part === undefined || fullText == null || spanText === '' || end > fullText.length || start >= end) {
    throw new Error(`The span ${start} to ${end} is outside its text`);
  }
  if (text != null && spanText !== text)
    throw new Error(`The text of the span ${start} to ${end} is not “${text}”`);
  const toCodePoints = codePointConverter(fullText);
  return {
    part,
    start: toCodePoints(start),
    end: toCodePoints(end),
    label,
    parameterName: parameterName ?? null,
  };
}

/** The part of a span that does not name one. */
function partOf(toolCallIndex: number | null | undefined, reply: Message): number | undefined {
  return toolCallIndex == null
    ? reply.parts.findIndex(({ type }) => type === 'text')
    : toolCallPartsOf(reply)[toolCallIndex];
}

function toolCallPartsOf({ parts }: Message): number[] {
  return parts.flatMap(({ type }, index) => (type === 'tool_call' ? [index] : []));
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}
