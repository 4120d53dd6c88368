import type { CountedMessage } from './counted-message.repository';
import { type Extent, getOrCreateFragment, unknownExtent } from './fragments';
import { latencyStep } from './latency-steps';
import {
  addCalls,
  addLabel,
  addNumbers,
  addTo,
  earlier,
  type FragmentCalls,
  getOrCreateFragmentCalls,
  getOrCreateToolCounts,
  NANOS,
  type Rollup,
  type ToolCounts,
} from './rollup';

type Findings = CountedMessage['verdicts'][number]['findings'];

/** What one message adds to a rollup; computed once for all of its segments. */
export interface MessageCounts {
  conversationId: string;
  at: number;
  sums: Rollup['sums'];
  latencyStep: number | null;
  labels: ReadonlyMap<string, number>;
  calls: { toolName: string; findings: Findings }[];
  isEvaluated: boolean;
}

export function countMessage(message: CountedMessage): MessageCounts {
  const { verdicts, toolResults, generation } = message;
  const completed = verdicts.filter(({ issueCount }) => issueCount !== null);
  const isEvaluated = completed.length > 0;
  const findings = completed.flatMap((verdict) => verdict.findings);
  const { costUsd = null, latencyMs = null, inputTokens = null, outputTokens = null } = generation ?? {};
  return {
    conversationId: message.conversationId,
    at: message.createdAt.getTime(),
    sums: {
      messages: 1,
      replies: Number(message.role === 'assistant'),
      evaluatedMessages: Number(isEvaluated),
      notJudgeableMessages: Number(!isEvaluated && verdicts.length > 0),
      flaggedMessages: Number(findings.length > 0),
      issues: findings.length,
      toolResults: toolResults.length,
      failedToolResults: toolResults.filter(({ isFailed }) => isFailed).length,
      costedMessages: Number(costUsd !== null),
      costNanos: Math.round((costUsd ?? 0) * NANOS),
      meteredMessages: Number(inputTokens !== null || outputTokens !== null),
      inputTokens: inputTokens ?? 0,
      outputTokens: outputTokens ?? 0,
    },
    latencyStep: latencyMs === null ? null : latencyStep(latencyMs),
    labels: countBy(findings, (finding) => finding.label),
    calls: message.toolCalls.map(({ toolName, partIndex }) => ({
      toolName,
      findings: findings.filter((finding) => finding.partIndex === partIndex),
    })),
    isEvaluated,
  };
}

/**
 * Counts one more message. Its conversation is added to the fragments, with `extent`, if it is not there yet.
 */
export function addMessage(rollup: Rollup, counts: MessageCounts, extent: Extent = unknownExtent): void {
  const { sums, latencies, labels, tools, conversations } = rollup;
  const { isEvaluated } = counts;
  addNumbers(sums, counts.sums);
  rollup.firstAt = earlier(rollup.firstAt, counts.at);
  if (counts.latencyStep !== null) addTo(latencies, counts.latencyStep, 1);
  for (const [label, issues] of counts.labels) addLabel(labels, label, { issues, messages: 1 });

  const fragment = getOrCreateFragment(conversations, counts.conversationId, extent);
  fragment.toolCalls += counts.calls.length;
  fragment.evaluatedMessages += counts.sums.evaluatedMessages;
  fragment.flaggedMessages += counts.sums.flaggedMessages;
  for (const { toolName, findings } of counts.calls) {
    const calls = getOrCreateFragmentCalls(fragment.tools, toolName);
    const ofTool = getOrCreateToolCounts(tools, toolName);
    ofTool.calls += 1;
    if (isEvaluated) addEvaluatedCall(ofTool, calls, findings);
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
