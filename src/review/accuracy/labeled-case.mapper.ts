import type { Annotation } from '../../../packages/detector';
import {
  fromOpenAI,
  type Message,
  type MessagePart,
  reasoningOf,
  type ToolDefinition,
  toOpenAI,
  toOpenAIMessages,
  toolToOpenAI,
} from '../../../packages/formats';
import { partText, utf16Converter } from '../../../packages/text';
import type { Evaluation } from '../../conversations/evaluations/evaluation';
import { toEvaluationWire } from '../../conversations/evaluations/evaluation.schema';
import type { ReviewedSpan } from '../reviews/review';
import type { LabeledCaseWire } from './labeled-case.schema';
import type { ReviewedIssues } from './reviewed-issues';

export interface JudgedReply {
  id: string;
  conversationId: string;
  /** What it was judged against. */
  prompt: Message[];
  reply: Message;
  tools: ToolDefinition[];
  evaluation: Evaluation;
}

/** A reviewed reply in the form of labeled data. */
export function toLabeledCase(
  judgedReply: JudgedReply,
  { hasIssue, issues }: ReviewedIssues,
): Omit<LabeledCaseWire, 'sample'> {
  const { reply, evaluation } = judgedReply;
  const wireReply = { ...toOpenAI(reply), ...reasoningOf(reply) };
  const writtenParts = fromOpenAI(wireReply).parts;
  const toPart = (index: number) => findWritten(reply.parts, writtenParts, index);
  const annotations = evaluation.annotations.map((annotation) => ({
    ...annotation,
    messagePartIndex: toPart(annotation.messagePartIndex),
  }));
  return {
    id: judgedReply.id,
    source: judgedReply.conversationId,
    hallucinated: hasIssue,
    messages: [...judgedReply.prompt.flatMap(writeMessages), wireReply],
    tools: judgedReply.tools.map(toolToOpenAI),
    spans:
      issues?.map((span) => ({
        part_index: toPart(span.messagePartIndex),
        ...toText(span, reply.parts[span.messagePartIndex]),
        label: span.label,
        parameter_name: parameterOf(span, evaluation.annotations),
      })) ?? null,
    evaluation: toEvaluationWire({ ...evaluation, annotations }),
  };
}

function writeMessages(message: Message) {
  return toOpenAIMessages([message]).map((wire) => ({
    ...wire,
    // Traces may have empty messages.
    ...(wire.content?.length === 0 && { content: '' }),
    ...reasoningOf(message),
  }));
}

/** Traces may have parts in another order than the written form: finds the part with the same text. */
function findWritten(
  parts: readonly MessagePart[],
  wireParts: readonly MessagePart[],
  index: number,
): number {
  const sought = parts[index];
  if (sought === undefined) return index;
  const isSame = (part: MessagePart) => part.type === sought.type && partText(part) === partText(sought);
  const before = parts.slice(0, index).filter(isSame).length;
  const same = wireParts.flatMap((part, position) => (isSame(part) ? [position] : []));
  return same[before] ?? index;
}

function toText({ startOffset, endOffset }: ReviewedSpan, part: MessagePart | undefined) {
  const text = (part && partText(part)) ?? '';
  const toUtf16 = utf16Converter(text);
  const [start, end] = [toUtf16(startOffset), toUtf16(endOffset)];
  return { start, end, text: text.slice(start, end) };
}

/** The argument that a span is in, by an annotation that shares text with it. */
function parameterOf(span: ReviewedSpan, annotations: readonly Annotation[]): string | null {
  const touching = annotations.find(
    ({ messagePartIndex, startOffset, endOffset }) =>
      messagePartIndex === span.messagePartIndex &&
      startOffset < span.endOffset &&
      span.startOffset < endOffset,
  );
  return touching?.parameterName ?? null;
}
