import type { IssueKind } from '../contract/issue-label';
import type { Region } from '../text/regions';

/** Something no evidence supports, at UTF-16 offsets of the text that was checked. */
export interface Finding {
  start: number;
  end: number;
  kind: IssueKind;
  explanation: string;
  /** 0..1, of being an issue. */
  confidence: number;
  /**
   * Places in the evidence that the explanation quotes or that were compared with the span, the nearest first. Offsets
   * count UTF-16 units in all texts of the evidence, with a line break after each.
   */
  evidence: readonly Region[];
}

/** What the values of a text are to the evidence. */
export interface ValueVerdict {
  findings: Finding[];
  /** Values that follow from the evidence or that it has in another notation, with their units. */
  supported: Region[];
}

/**
 * How sure each check is. Plain numbers set by hand from the share of findings of the check that fall on
 * labeled spans; not calibrated.
 */
export const checkConfidence = {
  link: 0.8,
  quote: 0.4,
  date: 0.65,
  time: 0.6,
  otherHalf: 0.8,
  number: 0.65,
  measure: 0.8,
  cell: 0.8,
  identifier: 0.8,
  unlikeIdentifier: 0.65,
  digits: 0.9,
  formula: 0.85,
  name: 0.55,
  numeral: 0.8,
  namePart: 0.8,
  reversal: 0.8,
  action: 0.8,
  echo: 0.8,
  refusal: 0.35,
} as const;

const MAX_QUOTE_LENGTH = 80;

/** `text` for use in an explanation: on one line, cut when long, without a last period, in quotation marks. */
export function quote(text: string): string {
  const line = text
    .slice(0, 4 * MAX_QUOTE_LENGTH)
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\p{L}\p{N}]{2})\.$/u, '');
  if (line.length <= MAX_QUOTE_LENGTH) return `“${line}”`; // nor has it more code points
  const codePoints = [...line];
  return codePoints.length <= MAX_QUOTE_LENGTH
    ? `“${line}”`
    : `“${codePoints.slice(0, MAX_QUOTE_LENGTH).join('')}…”`;
}

/** Keeps disjoint findings, ordered by start; of two that overlap the surer, then the longer, stays. */
export function mergeFindings<F extends Finding>(findings: F[]): F[] {
  const sorted = findings
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: F[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else if (finding.confidence > last.confidence) merged[merged.length - 1] = finding;
  }
  return merged;
}

/** Chance that at least one finding is an issue, assuming that they are independent. */
export function computeAnyProbability(findings: readonly Finding[]): number {
  return 1 - findings.reduce((none, { confidence }) => none * (1 - confidence), 1);
}
