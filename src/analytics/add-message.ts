import type { CountedMessage } from '../conversations/storage/counted-message.repository';
import { type Extent, getOrCreateFragment, unknownExtent } from './fragments';
import { addParameter, addTo, getOrCreateToolCounts, type Rollup, type ToolCounts } from './rollup';

type Findings = CountedMessage['verdicts'][number]['findings'];

/**
 * Counts one more message. Its conversation is added to the fragments, with `extent`, if it is not there yet.
 */
export function addMessage(rollup: Rollup, message: CountedMessage, extent: Extent = unknownExtent): void {
  const { sums, labels, tools, conversations } = rollup;
  const isEvaluated = message.verdicts.length > 0;
  sums.messages += 1;
  if (isEvaluated) sums.evaluatedMessages += 1;
  if (message.verdicts.some(({ issueCount }) => issueCount > 0)) sums.flaggedMessages += 1;
  for (const { issueCount, findings } of message.verdicts) {
    sums.issues += issueCount;
    for (const { label } of findings) addTo(labels, label, 1);
  }
  sums.toolResults += message.toolResults.length;
  for (const { isFailed } of message.toolResults) if (isFailed) sums.failedToolResults += 1;

  const fragment = getOrCreateFragment(conversations, message.conversationId, extent);
  fragment.toolCalls += message.toolCalls.length;
  for (const { toolName, partIndex } of message.toolCalls) {
    fragment.tools.add(toolName);
    const counts = getOrCreateToolCounts(tools, toolName);
    counts.calls += 1;
    if (isEvaluated) addEvaluatedCall(counts, message.verdicts, partIndex);
  }
}

function addEvaluatedCall(counts: ToolCounts, verdicts: CountedMessage['verdicts'], partIndex: number): void {
  counts.evaluatedCalls += 1;
  const findings = verdicts.flatMap((verdict) =>
    verdict.findings.filter((finding) => finding.partIndex === partIndex),
  );
  if (findings.length === 0) return;
  counts.flaggedCalls += 1;
  for (const { label } of findings) addTo(counts.labels, label, 1);
  for (const [name, issues] of countParameters(findings)) {
    addParameter(counts.parameters, name, { issues, flaggedCalls: 1 });
  }
}

/**
 * Counts the annotations of one call by parameter. Annotations without a parameter concern the whole call.
 */
function countParameters(findings: Findings): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { parameterName } of findings) if (parameterName !== null) addTo(counts, parameterName, 1);
  return counts;
}
