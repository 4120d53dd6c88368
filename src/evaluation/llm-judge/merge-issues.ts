import type { Annotation } from '../../conversations/evaluations/verdict';
import { sliceCodePoints } from '../../platform/text/code-points';
import type { Issue } from './finding-places';

/**
 * What the windows of the evidence, each asked about the same stretch of the reply, say together. A contradiction
 * that any window shows is an issue. What is merely unsupported is one only as far as no window supports it: the
 * stretches that every window reported.
 */
export function mergeWindows(windows: readonly Issue[][]): Issue[] {
  const contradicted = windows.flat().filter(({ isContradicted }) => isContradicted);
  const [first = [], ...others] = windows.map((issues) => issues.filter((issue) => !issue.isContradicted));
  const unsupported = others.reduce((common, issues) => overlaps(common, issues), first);
  return withoutRepeats([...contradicted, ...unsupported]);
}

/**
 * Issues without those that lie inside another one of the same label; of equal ones the first stays. What is
 * contradicted is not taken for a part of what is merely unsupported.
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

/** What two windows both found unsupported, in the words of the one that quoted less; null without a letter or digit. */
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

function lengthOf({ startOffset, endOffset }: Annotation): number {
  return endOffset - startOffset;
}
