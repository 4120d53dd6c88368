import type { Span } from './segments';
import { humanize } from './wording';

/** An annotation as far as it is drawn; offsets are code points of the text. */
export interface TextAnnotation extends Span {
  label: string;
  explanation: string;
  confidence?: number | null;
  /** One of the hues 1 to 6, where the color tells something else than the label. */
  hue?: number;
}

/** The annotations among some spans, the shortest first: inside a long one it is the one that is pointed at. */
export function getAnnotations<Annotation extends TextAnnotation>(
  spans: readonly number[],
  annotations: readonly Annotation[],
): Annotation[] {
  const length = (span: Span) => span.end_offset - span.start_offset;
  return spans.flatMap((span) => annotations[span] ?? []).sort((a, b) => length(a) - length(b));
}

/** What a mark is called where its color cannot be seen: the labels of what it is flagged for, and its text. */
export function nameMark(flagged: readonly TextAnnotation[], text: string): string {
  const labels = new Set(flagged.map(({ label }) => humanize(label)));
  return `${[...labels].join(', ')}: ${text}`;
}
