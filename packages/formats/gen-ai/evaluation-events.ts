import { z } from 'zod';
import { labelOf, METRIC, originOf, type SentVerdict, scoreOf } from '../model/sent-verdict';

/**
 * An export of an event `gen_ai.evaluation.result` for each verdict, in the span that it is about:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-events.md
 */
export function toEvaluationExport(verdicts: readonly SentVerdict[], version: string): object {
  return {
    resourceLogs: [
      {
        resource: { attributes: toAttributes({ 'service.name': 'assay' }) },
        scopeLogs: [{ scope: { name: 'assay', version }, logRecords: verdicts.map(toLogRecord) }],
      },
    ],
  };
}

const responseSchema = z.object({
  partialSuccess: z
    .object({ rejectedLogRecords: z.coerce.number().default(0), errorMessage: z.string().default('') })
    .optional(),
});

/** How many records the response to an export says were rejected, and why. */
export function readRejectedRecords(body: unknown): { count: number; reason: string } {
  const { rejectedLogRecords: count = 0, errorMessage: reason = '' } =
    responseSchema.safeParse(body).data?.partialSuccess ?? {};
  return { count, reason };
}

function toLogRecord(verdict: SentVerdict) {
  const nanos = `${BigInt(Date.parse(verdict.judgedAt)) * 1_000_000n}`;
  const origin = Object.entries(originOf(verdict)).map(([key, value]): [string, unknown] => [
    `assay.${key}`,
    value,
  ]);
  return {
    timeUnixNano: nanos,
    observedTimeUnixNano: nanos,
    eventName: 'gen_ai.evaluation.result',
    ...spanContext(verdict),
    attributes: toAttributes({
      'log.record.uid': verdict.evaluationId,
      'gen_ai.evaluation.name': METRIC,
      'gen_ai.evaluation.score.value': scoreOf(verdict),
      'gen_ai.evaluation.score.label': labelOf(verdict),
      ...(verdict.explanation !== '' && { 'gen_ai.evaluation.explanation': verdict.explanation }),
      ...Object.fromEntries(origin),
    }),
  };
}

/** Ids of other tools are no ids of OpenTelemetry. */
function spanContext({ span }: SentVerdict): { traceId?: string; spanId?: string } {
  if (span === null || !/^[0-9a-f]{32}$/.test(span.traceId) || !/^[0-9a-f]{16}$/.test(span.spanId)) return {};
  return span;
}

function toAttributes(values: Record<string, unknown>) {
  return Object.entries(values).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

function toAnyValue(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } };
  return typeof value === 'number' ? { doubleValue: value } : { stringValue: String(value) };
}
