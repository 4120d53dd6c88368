import type { Span } from './segments';
import { humanize } from './wording';

/** The fields of an annotation that are rendered; offsets are code points. */
export interface TextAnnotation extends Span {
  label: string;
  explanation: string;
  confidence?: number | null;
  /** A hue from 1 to 6 that replaces that of the label. */
  hue?: number;
}

/** Returns the annotations at span indexes, shortest first: inside a long span, a short one is the target. */
export function getAnnotations<Annotation extends TextAnnotation>(
  spans: readonly number[],
  annotations: readonly Annotation[],
): Annotation[] {
  const length = (span: Span) => span.end_offset - span.start_offset;
  return spans.flatMap((span) => annotations[span] ?? []).sort((a, b) => length(a) - length(b));
}

/** Returns the accessible name of a mark: its labels and its text. */
export function nameMark(flagged: readonly TextAnnotation[], text: string): string {
  const labels = new Set(flagged.map(({ label }) => humanize(label)));
  return `${[...labels].join(', ')}: ${text}`;
}
