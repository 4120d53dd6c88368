/**
 * A place in the conversation before the judged message that an annotation was compared with. Offsets are Unicode code
 * points, 0-based, end exclusive, inside the text of `parts[messagePartIndex]` of message `messageIndex`; not empty.
 */
export interface EvidenceLocation {
  /** 0-based, in the conversation as it was judged. */
  messageIndex: number;
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
}

/** Evidence locations of one annotation. */
export const MAX_EVIDENCE_LOCATIONS = 5;

/**
 * A span of the judged message. Offsets are Unicode code points, 0-based, end exclusive, inside the text of
 * `parts[messagePartIndex]`; `text` equals the slice at the offsets.
 */
export interface Annotation {
  text: string;
  label: string;
  explanation: string;
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
  /** Set for a tool call, else null. */
  toolName: string | null;
  /** Dotted JSON path of the argument for a tool call, else null. */
  parameterName: string | null;
  /** 0..1, or null if the evaluator reports none. */
  confidence: number | null;
  /** Probability that people confirm it; null or absent where no calibration was applied. */
  calibratedConfidence?: number | null;
  /**
   * Distinct, the best first, at most `MAX_EVIDENCE_LOCATIONS`. Empty if the span was compared with nothing that is a
   * text of a message.
   */
  evidence: EvidenceLocation[];
}

/** Why an evaluator cannot judge a reply, now or later. */
export const notJudgeableReasons = [
  'unreadable_attachment',
  'no_evidence',
  'no_text',
  'no_label',
  'language',
] as const;
export type NotJudgeableReason = (typeof notJudgeableReasons)[number];
