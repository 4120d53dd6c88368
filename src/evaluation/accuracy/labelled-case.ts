import { z } from 'zod';
import { chatMessageSchema } from '../../conversations/transcript/chat-message.schema';
import { type Message, partText } from '../../conversations/transcript/message';
import { fromOpenAI } from '../../conversations/transcript/openai-messages';
import { codePointConverter } from '../../platform/text/code-points';

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
        tool_call_index: z.int().min(0).nullish(),
        parameter_name: z.string().nullish(),
      }),
    )
    .nullish(),
});
type WireSpan = NonNullable<z.output<typeof labelSchema>['spans']>[number];

/** A stretch of a part of the judged message that is known to be wrong; offsets are code points. */
export interface GoldSpan {
  part: number;
  start: number;
  end: number;
  label: string;
  parameterName: string | null;
}

/** What is known to be true of a conversation's last message. */
export interface LabelledCase {
  task: string | null;
  /** Cases of the same source are not independent; the bootstrap draws sources. */
  source: string;
  pair: string | null;
  isHallucinated: boolean;
  /** Null when nobody marked where the errors are. */
  spans: GoldSpan[] | null;
  /** Indexes of the parts that are tool calls. */
  toolCallParts: number[];
  /** Words of the judged message, by white space. */
  words: number;
}

/**
 * Reads the labels of one line, which `docs/measuring.md` describes; span offsets are UTF-16 code units there.
 * `number` stands in for a case without id.
 * @throws Error that says what is wrong with the line
 */
export function readLabels(line: unknown, number: number): LabelledCase {
  const parsed = labelSchema.safeParse(line);
  if (!parsed.success) throw new Error(oneLine(z.prettifyError(parsed.error)));
  const { id, task, source, pair, hallucinated, messages, spans } = parsed.data;
  const reply = fromOpenAI(chatMessageSchema.parse(messages.at(-1)));
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

/** @throws Error when the span is not where it says */
function toGoldSpan(span: WireSpan, reply: Message): GoldSpan {
  const { start, end, label, text, tool_call_index: call, parameter_name: parameterName } = span;
  const part =
    call == null ? reply.parts.findIndex(({ type }) => type === 'text') : toolCallPartsOf(reply)[call];
  const found = part === undefined ? undefined : reply.parts[part];
  const whole = found && partText(found);
  const marked = whole?.slice(start, end);
  if (part === undefined || whole == null || marked === '' || end > whole.length || start >= end) {
    throw new Error(`The span ${start} to ${end} is not inside the text it belongs to`);
  }
  if (text != null && marked !== text) throw new Error(`The span ${start} to ${end} is not “${text}”`);
  const toCodePoints = codePointConverter(whole);
  return {
    part,
    start: toCodePoints(start),
    end: toCodePoints(end),
    label,
    parameterName: parameterName ?? null,
  };
}

function toolCallPartsOf({ parts }: Message): number[] {
  return parts.flatMap(({ type }, index) => (type === 'tool_call' ? [index] : []));
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
