import { createColors } from 'picocolors';
import type { Annotation } from '../../../packages/client';
import { codePointLength, sliceCodePoints } from '../../../packages/text';
import { highlightSpans, quoteRows } from '../shared/highlighted-text';
import { printable } from '../shared/wording';
import type { CheckedConversation } from './check-conversations';

const CONTEXT = 160; // code points on either side of the span

export interface Example {
  line: number;
  annotation: Annotation;
  partText: string;
}

/**
 * Annotations to show: the most confident of each label first, then the most confident of other
 * conversations.
 */
export function pickExamples(checked: CheckedConversation[], count: number): Example[] {
  const all = checked
    .flatMap(({ line, annotations, parts }) =>
      (annotations ?? []).map((annotation) => ({
        line,
        annotation,
        partText: parts[annotation.message_part_index] ?? '',
      })),
    )
    .sort((a, b) => (b.annotation.confidence ?? 0) - (a.annotation.confidence ?? 0));
  const ofEachLabel = firstOfEach(all, ({ annotation }) => annotation.label).slice(0, count);
  const shownLines = new Set(ofEachLabel.map(({ line }) => line));
  const others = firstOfEach(all, ({ line }) => line).filter(({ line }) => !shownLines.has(line));
  return [...ofEachLabel, ...others].slice(0, count);
}

/**
 * The text around a flagged span with its explanation. The span is colored, or in brackets without colors.
 */
export function describeExample({ line, annotation, partText }: Example, isColored: boolean): string {
  const { bold } = createColors(isColored);
  const { start_offset: start, end_offset: end, label, explanation, tool_name, parameter_name } = annotation;
  const from = Math.max(0, start - CONTEXT);
  const to = end + CONTEXT;
  const around = sliceCodePoints(partText, from, to);
  const text = [
    from > 0 ? '…' : '',
    highlightSpans(around, [{ start: start - from, end: end - from }], isColored),
    to < codePointLength(partText) ? '…' : '',
  ].join('');
  const place =
    tool_name === null ? '' : `, call of ${tool_name}${parameter_name ? `, ${parameter_name}` : ''}`;
  return [
    `${bold(label)} (line ${line} of the file${printable(place)}, offsets ${start} to ${end})`,
    ...quoteRows(text),
    `  Why: ${printable(explanation)}`,
  ].join('\n');
}

function firstOfEach<T>(items: T[], keyOf: (item: T) => unknown): T[] {
  const firsts = new Map<unknown, T>();
  for (const item of items) if (!firsts.has(keyOf(item))) firsts.set(keyOf(item), item);
  return [...firsts.values()];
}
