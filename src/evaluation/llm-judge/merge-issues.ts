import { sliceCodePoints } from '../../../packages/text';
import type { Issue, PlacedAnnotation } from './finding-places';

/**
 * Merges the issues of several windows of the evidence about the same stretch of the reply. A contradiction
 * in any window is an issue. An unsupported statement is an issue only if no window supports it: where all
 * windows report it.
 */
export function mergeWindows(windows: readonly Issue[][]): Issue[] {
  const contradicted = windows.flat().filter(({ isContradicted }) => isContradicted);
  const [first = [], ...others] = windows.map((issues) => issues.filter((issue) => !issue.isContradicted));
  const unsupported = others.reduce((common, issues) => overlaps(common, issues), first);
  return withoutRepeats([...contradicted, ...unsupported]);
}

/**
 * Removes issues that lie inside another one with the same label; the first of equal ones is preserved. A
 * contradicted issue is not removed for an unsupported one that contains it.
 */
export function withoutRepeats(issues: readonly Issue[]): Issue[] {
  return issues.filter((issue, index) =>
    issues.every((other, place) => place === index || !repeats(issue, other, place < index)),
  );
}

function repeats(issue: Issue, of: Issue, isLater: boolean): boolean {
  const { annotation: one } = issue;
  const { annotation: other } = of;
  if (one.label !== other.label || one.messagePartIndex !== other.messagePartIndex) return false;
  const isInside = other.startOffset <= one.startOffset && one.endOffset <= other.endOffset;
  const isEqual = other.startOffset === one.startOffset && one.endOffset === other.endOffset;
  return isEqual ? isLater : isInside && (of.isContradicted || !issue.isContradicted);
}

function overlaps(issues: readonly Issue[], others: readonly Issue[]): Issue[] {
  const common = issues.flatMap((issue) => others.flatMap((other) => overlapOf(issue, other) ?? []));
  return withoutRepeats(common);
}

/**
 * The overlap of two unsupported issues, with the explanation of the shorter one; null without a letter or
 * digit.
 */
function overlapOf(one: Issue, other: Issue): Issue | null {
  if (one.annotation.messagePartIndex !== other.annotation.messagePartIndex) return null;
  const closer = lengthOf(other.annotation) < lengthOf(one.annotation) ? other : one;
  const startOffset = Math.max(one.annotation.startOffset, other.annotation.startOffset);
  const endOffset = Math.min(one.annotation.endOffset, other.annotation.endOffset);
  if (startOffset >= endOffset) return null;
  const before = startOffset - closer.annotation.startOffset;
  const text = sliceCodePoints(closer.annotation.text, before, before + endOffset - startOffset);
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const leading = text.length - text.trimStart().length;
  const trailing = text.length - text.trimEnd().length;
  return {
    annotation: {
      ...closer.annotation,
      text: text.trim(),
      startOffset: startOffset + leading, // white space is one UTF-16 unit and one code point each
      endOffset: endOffset - trailing,
    },
    citations: [...new Set([...one.citations, ...other.citations])],
    isContradicted: false,
  };
}

function lengthOf({ startOffset, endOffset }: PlacedAnnotation): number {
  return endOffset - startOffset;
}
