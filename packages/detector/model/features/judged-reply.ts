import type { Finding } from '../../checks/finding';
import { type AlignedReply, alignReply } from '../../evidence/aligned-reply';
import type { UnitIndex } from '../../evidence/evidence-units';
import { findWordsWithin, type ReplyWords } from '../../evidence/reply-words';

/** A reply set against its evidence, with what the checks have found: what features and explanations are made from. */
export interface JudgedReply extends AlignedReply {
  /** For each word, what the rule-based checks of numbers, names, dates and so on hold against it, or null. */
  checks: (Finding | null)[];
}

/**
 * Sets a reply, and what the rule-based checks found in it, against its evidence, whose table its words join. `earlier` is as
 * for `alignReply`.
 */
export function compareReply(
  text: string,
  evidence: UnitIndex,
  findings: readonly Finding[],
  earlier?: AlignedReply,
): JudgedReply {
  const aligned = alignReply(text, evidence, earlier);
  return { ...aligned, checks: mapChecksToWords(aligned.reply, findings) };
}

function mapChecksToWords(reply: ReplyWords, findings: readonly Finding[]): (Finding | null)[] {
  const checks: (Finding | null)[] = Array.from({ length: reply.count }, () => null);
  for (const finding of findings) {
    const { from, to } = findWordsWithin(reply, finding.start, finding.end);
    checks.fill(finding, from, to);
  }
  return checks;
}
