import type { CountedMessage } from './counted-message.repository';
import { type Extent, getOrCreateFragment, unknownExtent } from './fragments';
import {
  addCalls,
  addLabel,
  addTo,
  type FragmentCalls,
  getOrCreateFragmentCalls,
  getOrCreateToolCounts,
  type Rollup,
  type ToolCounts,
} from './rollup';

type Findings = CountedMessage['verdicts'][number]['findings'];

/**
 * Counts one more message. Its conversation is added to the fragments, with `extent`, if it is not there yet.
 */
export function addMessage(rollup: Rollup, message: CountedMessage, extent: Extent = unknownExtent): void {
  const { sums, labels, tools, conversations } = rollup;
  const completed = message.verdicts.filter(({ issueCount }) => issueCount !== null);
  const isEvaluated = completed.length > 0;
  const findings = completed.flatMap((verdict) => verdict.findings);
  sums.messages += 1;
  if (isEvaluated) sums.evaluatedMessages += 1;
  else if (message.verdicts.length > 0) sums.notJudgeableMessages += 1;
  if (findings.length > 0) sums.flaggedMessages += 1;
  sums.issues += findings.length;
  for (const [label, issues] of countBy(findings, (finding) => finding.label)) {
    addLabel(labels, label, { issues, messages: 1 });
  }
  sums.toolResults += message.toolResults.length;
  for (const { isFailed } of message.toolResults) if (isFailed) sums.failedToolResults += 1;

  const fragment = getOrCreateFragment(conversations, message.conversationId, extent);
  fragment.toolCalls += message.toolCalls.length;
  if (isEvaluated) fragment.evaluatedMessages += 1;
  if (findings.length > 0) fragment.flaggedMessages += 1;
  for (const { toolName, partIndex } of message.toolCalls) {
    const calls = getOrCreateFragmentCalls(fragment.tools, toolName);
    const counts = getOrCreateToolCounts(tools, toolName);
    counts.calls += 1;
    if (isEvaluated) {
      addEvaluatedCall(
        counts,
        calls,
        findings.filter((finding) => finding.partIndex === partIndex),
      );
    }
  }
}

function addEvaluatedCall(counts: ToolCounts, calls: FragmentCalls, findings: Findings): void {
  counts.evaluatedCalls += 1;
  calls.evaluated += 1;
  if (findings.length === 0) return;
  counts.flaggedCalls += 1;
  calls.flagged += 1;
  for (const [label, issues] of countBy(findings, (finding) => finding.label)) {
    addCalls(counts.labels, label, { issues, flaggedCalls: 1 });
  }
  // Annotations without a parameter concern the whole call.
  for (const [name, issues] of countBy(findings, (finding) => finding.parameterName)) {
    addCalls(counts.parameters, name, { issues, flaggedCalls: 1 });
    addTo(calls.parameters, name, 1);
  }
}

function countBy(
  findings: Findings,
  keyOf: (finding: Findings[number]) => string | null,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (key !== null) addTo(counts, key, 1);
  }
  return counts;
}
