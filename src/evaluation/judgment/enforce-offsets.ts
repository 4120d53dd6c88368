import type { Annotation } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { codePointLength, codePointSlicer, partText } from '../../../packages/text';

/**
 * Enforces an invariant on every evaluator: the text of an annotation equals the code-point slice at its
 * offsets in its message part. Other annotations are dropped and counted; the rest is sorted by place.
 */
export function enforceOffsets(
  annotations: readonly Annotation[],
  message: Message,
): { annotations: Annotation[]; dropped: number } {
  const slicers = message.parts.map((part) => {
    const whole = partText(part);
    return whole === null ? null : codePointSlicer(whole);
  });
  const valid = annotations.filter((annotation) =>
    isInPlace(annotation, slicers[annotation.messagePartIndex] ?? null),
  );
  valid.sort(
    (one, other) =>
      one.messagePartIndex - other.messagePartIndex ||
      one.startOffset - other.startOffset ||
      one.endOffset - other.endOffset,
  );
  return { annotations: valid, dropped: annotations.length - valid.length };
}

function isInPlace(
  { startOffset, endOffset, text }: Annotation,
  slice: ((start: number, end: number) => string) | null,
): boolean {
  if (slice === null || !Number.isInteger(startOffset) || startOffset < 0 || text === '') return false;
  return endOffset - startOffset === codePointLength(text) && slice(startOffset, endOffset) === text;
}
