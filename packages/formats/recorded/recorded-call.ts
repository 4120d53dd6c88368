import { cleanTags } from '../spans/conversation-facts';
import type { GenAiSpan } from '../spans/span';
import type { SpanLine } from '../spans/span-line';
import { listOf } from '../values/fields';
import { parseValue } from '../values/json-text';
import { dollarsIn, textIn, tokensIn } from '../values/known-values';
import { problemAt } from '../values/mapped-line';
import { RejectedRecord } from '../values/rejected-record';
import { readTools } from './chat-messages';
import { readRecordedMessages } from './recorded-messages';
import { microsOf } from './span-values';
import { readToolResult } from './tool-results';

/** A call as tracers record it: what it received and returned, in the form of its caller. */
export interface RecordedCall {
  traceId: unknown;
  spanId: unknown;
  parentSpanId: unknown;
  kind: GenAiSpan['kind'];
  name: unknown;
  session: unknown;
  start: unknown;
  end: unknown;
  agentName?: unknown;
  tags: [string, unknown][];
  /** Null if it did not fail. */
  error: string | null;
  input: unknown;
  output: unknown;
  tools: unknown;
  model: unknown;
  provider?: unknown;
  inputTokens: unknown;
  outputTokens: unknown;
  costUsd: unknown;
}

/** The spans of calls of one trace; a problem if one of them is no call. */
export function toSpans(calls: RecordedCall[], pathOf: (index: number) => string[]): SpanLine {
  const spans: GenAiSpan[] = [];
  for (const [index, call] of calls.entries()) {
    const span = toSpan(call);
    if (span === null) return problemAt(pathOf(index), 'an id, the id of its trace and its start are needed');
    if (typeof span === 'string') return problemAt(pathOf(index), span);
    spans.push(span);
  }
  return { spans };
}

/** Null without ids; a reason if it cannot be read. */
function toSpan(call: RecordedCall): GenAiSpan | string | null {
  const traceId = textIn(call.traceId);
  const spanId = textIn(call.spanId);
  const startMicros = microsOf(call.start);
  if (traceId === undefined || spanId === undefined || startMicros === null) return null;
  const { kind, error } = call;
  try {
    return {
      traceId,
      spanId,
      parentSpanId: textIn(call.parentSpanId) ?? null,
      kind,
      conversationKey: textIn(call.session) ?? null,
      startMicros,
      endMicros: Math.max(startMicros, microsOf(call.end) ?? 0),
      agentName: textIn(call.agentName) ?? null,
      tags: cleanTags(call.tags),
      error: error === null ? null : { type: null, message: error },
      call: kind === 'model' || kind === 'agent' ? modelCall(call) : null,
      tool: kind === 'tool' ? toolRun(call) : null,
    };
  } catch (failure) {
    if (failure instanceof RejectedRecord) return failure.message;
    throw failure;
  }
}

function modelCall(call: RecordedCall): GenAiSpan['call'] {
  return {
    inputs: readRecordedMessages(parseValue(call.input), 'user'),
    outputs: readRecordedMessages(parseValue(call.output), 'assistant'),
    tools: readTools(listOf(parseValue(call.tools))),
    model: textIn(call.model) ?? null,
    provider: textIn(call.provider) ?? null,
    inputTokens: tokensIn(call.inputTokens) ?? null,
    outputTokens: tokensIn(call.outputTokens) ?? null,
    costUsd: dollarsIn(call.costUsd) ?? null,
  };
}

function toolRun({ name, output }: RecordedCall): GenAiSpan['tool'] {
  const result = output === undefined || output === null ? null : readToolResult(output);
  return { callId: result?.callId ?? null, name: textIn(name) ?? null, result: result?.text ?? null };
}
