import type { Annotation } from '../../../packages/detector';

/** Orders annotations by place, then by label. */
export function byPlace(left: Annotation, right: Annotation): number {
  return (
    left.messagePartIndex - right.messagePartIndex ||
    left.startOffset - right.startOffset ||
    left.endOffset - right.endOffset ||
    compareText(left.label, right.label)
  );
}

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

export function isEmpty({ startOffset, endOffset }: Annotation): boolean {
  return endOffset <= startOffset;
}

/** Whether `left` ends before `right` starts. */
export function precedes(left: Annotation, right: Annotation): boolean {
  return (
    left.messagePartIndex < right.messagePartIndex ||
    (left.messagePartIndex === right.messagePartIndex && left.endOffset <= right.startOffset)
  );
}
