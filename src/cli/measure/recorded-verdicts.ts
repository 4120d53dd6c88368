import { z } from 'zod';
import { evaluationSchema } from '../../conversations/evaluations/evaluation.schema';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { Line } from '../../conversations/transfer/read-lines';
import { describeProblems } from '../../platform/errors/describe-problems';
import { parseWith } from '../../platform/http/problems';
import { toRatesWire } from '../../review/accuracy/accuracy.schema';
import { type AuditedReply, correctRates } from '../../review/accuracy/correct-rates';
import {
  fromSampledFrom,
  type SampledFrom,
  sampledFromSchema,
} from '../../review/accuracy/labeled-case.schema';
import type { JudgedLine } from '../detect/judge-line';
import type { LineJudge } from '../detect/line-judge';
import { readJsonLine } from '../shared/json-file';

/** The fields of a labeled case that an export adds. */
const recordedSchema = z.object({
  hallucinated: z.boolean(),
  spans: z.array(z.object({ label: z.string() })).nullish(),
  evaluation: evaluationSchema.extend({ status: z.literal('completed') }),
  sample: sampledFromSchema.nullish(),
});
type Recorded = z.output<typeof recordedSchema>;

export type RecordedRates = ReturnType<typeof toRatesWire> & { queue_id: string };

/** Takes the verdicts from the lines, and the corrected rates from all of them. */
export interface RecordedVerdicts extends LineJudge {
  /**
   * The corrected rates; null if the lines are of no sample.
   * @throws Error if the lines are not all of one sample
   */
  correct(): RecordedRates | null;
}

/** Reads the verdicts that an export has, instead of judging. */
export function readRecordedVerdicts(): RecordedVerdicts {
  const replies: AuditedReply[] = [];
  const samples = new Map<string, SampledFrom | null>();
  return {
    atOnce: 1,
    async judge(line) {
      const recorded = parse(line);
      if ('fault' in recorded) return recorded;
      const { evaluation, sample = null } = recorded;
      samples.set(JSON.stringify(sample), sample);
      replies.push(toAuditedReply(recorded));
      return { number: line.number, id: null, verdict: toVerdict(evaluation), ms: 0 };
    },
    close: async () => undefined,
    correct() {
      const [sample = null, ...others] = samples.values();
      if (others.length > 0) throw new Error('The lines are of several samples: measure them separately');
      if (sample === null) return null;
      const sums = fromSampledFrom(sample);
      const corrected = correctRates(replies, sums);
      const counts = { population: sums.count, reviewedCount: replies.length };
      return { queue_id: sample.queue_id, ...toRatesWire({ ...corrected, ...counts }) };
    },
  };
}

function parse({ number, bytes }: Line): Recorded | Extract<JudgedLine, { fault: string }> {
  const withFault = (fault: string) => ({ number, id: null, fault });
  const read = readJsonLine(bytes);
  if ('fault' in read) return withFault(read.fault);
  const checked = parseWith(recordedSchema, read.value, 'body');
  return checked.ok ? checked.value : withFault(describeProblems(checked.problems, 1, 'line'));
}

function toAuditedReply({ hallucinated, spans, evaluation: { annotations } }: Recorded): AuditedReply {
  const labels = [...new Set(annotations.map(({ label }) => label))];
  return {
    reviewed: { hasIssue: hallucinated, issues: spans ?? null },
    predicted: { issueCount: annotations.length, labels },
  };
}

function toVerdict({ annotations, score, unanchored, usage, coverage }: Recorded['evaluation']): Verdict {
  return {
    status: 'completed',
    score,
    unanchored,
    annotations: annotations.map((annotation) => ({
      text: annotation.text,
      label: annotation.label,
      explanation: annotation.explanation,
      messagePartIndex: annotation.message_part_index,
      startOffset: annotation.start_offset,
      endOffset: annotation.end_offset,
      toolName: annotation.tool_name,
      parameterName: annotation.parameter_name,
      confidence: annotation.confidence,
      evidence: [],
    })),
    usage: {
      inputTokens: usage.input_tokens,
      costCents: usage.cost_cents,
      calls: usage.calls,
      retriedCalls: usage.retried_calls,
    },
    coverage: {
      windows: coverage.windows,
      evidenceExamined: coverage.evidence_examined,
      evidenceTotal: coverage.evidence_total,
      limits: coverage.limits,
    },
  };
}
