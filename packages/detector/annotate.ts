import { codePointConverter } from '../text';
import { type Finding, mergeFindings } from './checks/finding';
import type { Annotation } from './contract/annotation';
import type { LabelKind } from './contract/issue-label';
import type { EvidenceText } from './evidence-text';

/** Spans that are listed of a reply. No person reads more, and one stored document does not hold them. */
export const MAX_ANNOTATIONS = 2_000;

type PlacedFinding = Finding & { parameterName?: string };

/** A part of the reply, with what its findings refer to. */
interface JudgedPart {
  text: string;
  index: number;
  /** Null unless the part is a tool call. */
  toolName: string | null;
  evidence: EvidenceText;
}

/** The findings whose kind a label covers. */
export function keepCovered<F extends Finding>(
  findings: readonly F[],
  labelOf: ReadonlyMap<LabelKind, string>,
): F[] {
  return findings.filter(({ kind }) => labelOf.has(kind));
}

/** Gives the findings in a part the labels that cover their kinds; without such a label there is no annotation. */
export function annotate(
  findings: readonly PlacedFinding[],
  labelOf: ReadonlyMap<LabelKind, string>,
  { text, index, toolName, evidence }: JudgedPart,
): Annotation[] {
  const toOffset = codePointConverter(text);
  const merged = mergeFindings(keepCovered(findings, labelOf));
  // One more than are listed shows that there are too many.
  return merged.slice(0, MAX_ANNOTATIONS + 1).map((finding) => ({
    text: text.slice(finding.start, finding.end),
    label: labelOf.get(finding.kind) ?? finding.kind,
    explanation: finding.explanation,
    messagePartIndex: index,
    startOffset: toOffset(finding.start),
    endOffset: toOffset(finding.end),
    toolName,
    parameterName: toolName === null ? null : (finding.parameterName ?? null),
    confidence: roundProbability(finding.confidence),
    evidence: evidence.locate(finding.evidence),
  }));
}

/** Probabilities to four decimals: more would only look exact. */
export const roundProbability = (probability: number): number => Math.round(probability * 1e4) / 1e4;
