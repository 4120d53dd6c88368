import { createColors } from 'picocolors';
import { codePointLength, sliceCodePoints } from '../../../packages/text';
import type { Annotation, CheckedConversation } from './check-conversations';

const CONTEXT = 160; // code points on either side of the span
const CONTROL_BUT_NEWLINE = /(?!\n)\p{Cc}/gu;

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
  const { bold, red } = createColors(isColored);
  const highlight = (row: string) => (isColored ? bold(red(row)) : `[[${row}]]`);
  const { start_offset: start, end_offset: end, label, explanation, tool_name, parameter_name } = annotation;
  const from = Math.max(0, start - CONTEXT);
  const to = end + CONTEXT;
  const before = sliceCodePoints(partText, from, start);
  const after = sliceCodePoints(partText, end, to);
  const text = [
    from > 0 ? '…' : '',
    printable(before),
    printable(sliceCodePoints(partText, start, end))
      .split('\n')
      .map(highlight)
      .join('\n'),
    printable(after),
    to < codePointLength(partText) ? '…' : '',
  ].join('');
  const place =
    tool_name === null ? '' : `, call of ${tool_name}${parameter_name ? `, ${parameter_name}` : ''}`;
  return [
    `${bold(label)} (line ${line} of the file${printable(place)}, offsets ${start} to ${end})`,
    ...text.split('\n').map((row) => `  | ${row}`),
    `  Why: ${printable(explanation)}`,
  ].join('\n');
}

function firstOfEach<T>(items: T[], keyOf: (item: T) => unknown): T[] {
  const firsts = new Map<unknown, T>();
  for (const item of items) if (!firsts.has(keyOf(item))) firsts.set(keyOf(item), item);
  return [...firsts.values()];
}

/** Without control characters for the terminal. */
function printable(text: string): string {
  return text.replace(CONTROL_BUT_NEWLINE, ' ');
}
