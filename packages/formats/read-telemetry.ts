import { messageEventNames, readMessageEvent } from './gen-ai/gen-ai-events';
import { readGenAiSpan, TRACELOOP_KIND } from './gen-ai/gen-ai-span';
import { inputTokensOf, modelOf, outputTokensOf } from './gen-ai/gen-ai-usage';
import { ADK_REQUEST, readAdkSpan } from './google-adk';
import { LANGFUSE_TYPE, readLangfuseSpan } from './langfuse/langfuse-span';
import { LANGSMITH_KIND, readLangSmithSpan } from './langsmith/langsmith-span';
import { MASTRA_TYPE, readMastraSpan } from './mastra';
import { MLFLOW_TYPE, readMlflowSpan } from './mlflow';
import { type Notices, sumNotices } from './model/notices';
import { OPENINFERENCE_KIND, readOpenInferenceSpan } from './open-inference/open-inference-span';
import type { Attributes } from './otlp/attributes';
import {
  attributeNames,
  eventNames,
  type OtlpSpan,
  type RawLogRecord,
  type RawSpan,
  readEventName,
  readLogRecord,
  readSpan,
  readSpanHead,
} from './otlp/telemetry';
import type { CallEvent, GenAiSpan } from './spans/span';
import { contentKeys, genAiMessageKeys, unknownModelKeys } from './unknown-conventions';
import { collectNotices } from './values/collect-notices';
import { dollarsIn } from './values/known-values';
import { RejectedRecord } from './values/rejected-record';
import { readVercelSpan, VERCEL_OPERATION } from './vercel-ai';

/** What a span or log record of an export is. */
export type Outcome<Item> =
  | { kind: 'read'; convention: string; item: Item }
  | { kind: 'rejected'; reason: string }
  /** It is not about generative AI. */
  | { kind: 'unrelated' }
  /** It is about a model, in attributes that nothing reads. Its item has what is known of its conversation. */
  | { kind: 'unknown'; attributeKeys: string[]; item: Item | null };

/** Reads a raw span. Never throws. */
export function readTelemetrySpan(raw: RawSpan): Outcome<GenAiSpan> {
  return orRejected<GenAiSpan>(() => {
    const head = readSpanHead(raw);
    if (!isGenAiSpan(raw.span)) return toUnread(unknownModelKeys(attributeNames(raw.span)), null);
    const span = readSpan(raw, head);
    const [convention, read] = readerOf(span.attributes);
    const item = withGenAiUsage(read(span), span.attributes);
    const isGenAi = convention === GEN_AI;
    const unread = isGenAi ? unreadKeys(item, span) : [];
    return unread.length > 0 ? toUnread(unread, item) : { kind: 'read', convention, item };
  });
}

/** Reads a raw log record; `position` is its place among the records of its export. Never throws. */
export function readTelemetryEvent(raw: RawLogRecord, position: number): Outcome<CallEvent> {
  return orRejected<CallEvent>(() => {
    const eventName = readEventName(raw);
    if (!messageEventNames.has(eventName)) return { kind: 'unrelated' };
    const { traceId, spanId, timeMicros, observedMicros, attributes, body } = readLogRecord(raw);
    const messages = readMessageEvent(eventName, attributes, body ?? undefined);
    const item = { traceId, spanId, timeMicros, observedMicros, position, ...messages };
    return { kind: 'read', convention: GEN_AI, item };
  });
}

function orRejected<Item extends { notices?: Notices }>(read: () => Outcome<Item>): Outcome<Item> {
  try {
    const { value, notices } = collectNotices(read);
    const sum = sumNotices([notices]);
    if (sum !== null && 'item' in value && value.item !== null) value.item.notices = sum;
    return value;
  } catch (error) {
    if (error instanceof RejectedRecord) return { kind: 'rejected', reason: error.message };
    throw error;
  }
}

type Reader = (span: OtlpSpan) => GenAiSpan;

const GEN_AI = 'gen_ai';

/**
 * The attribute that all spans of a convention have, its name and its reader, in order: some processors add a second
 * convention.
 */
const readers: [string, string, Reader][] = [
  [VERCEL_OPERATION, 'vercel_ai', readVercelSpan],
  [LANGFUSE_TYPE, 'langfuse', readLangfuseSpan],
  [LANGSMITH_KIND, 'langsmith', readLangSmithSpan],
  [MLFLOW_TYPE, 'mlflow', readMlflowSpan],
  [MASTRA_TYPE, 'mastra', readMastraSpan],
  [OPENINFERENCE_KIND, 'openinference', readOpenInferenceSpan],
  [TRACELOOP_KIND, 'openllmetry', readGenAiSpan],
  [ADK_REQUEST, 'google_adk', readAdkSpan],
];

/** The convention of a span and its reader. */
function readerOf(attributes: Attributes): [string, Reader] {
  const found = readers.find(([marker]) => attributes.has(marker));
  return found === undefined ? [GEN_AI, readGenAiSpan] : [found[1], found[2]];
}

/** Frameworks add the counts and the model of OpenTelemetry's conventions to their spans. */
function withGenAiUsage(span: GenAiSpan, attributes: Attributes): GenAiSpan {
  const { call } = span;
  if (call === null) return span;
  const [input, output] = [inputTokensOf(attributes), outputTokensOf(attributes)];
  return {
    ...span,
    call: {
      ...call,
      model: call.model ?? modelOf(attributes),
      inputTokens: call.inputTokens ?? input,
      outputTokens: call.outputTokens ?? output,
      costUsd: call.costUsd ?? dollarsIn(attributes.get('gen_ai.usage.cost')),
    },
  };
}

const markers = new Set(readers.map(([marker]) => marker));

function isGenAiSpan(raw: unknown): boolean {
  return (
    attributeNames(raw).some((name) => markers.has(name) || name.startsWith('gen_ai.')) ||
    eventNames(raw).some((name) => messageEventNames.has(name))
  );
}

/** Messages of an operation that is unknown, and the content of a call that has none in the attributes of the convention. */
function unreadKeys({ kind, call }: GenAiSpan, { attributes }: OtlpSpan): string[] {
  if (kind === 'other') return genAiMessageKeys([...attributes.keys()]);
  const isEmpty = call !== null && call.inputs.length + call.outputs.length === 0;
  return kind === 'model' && isEmpty ? contentKeys(attributes) : [];
}

function toUnread(attributeKeys: string[], item: GenAiSpan | null): Outcome<GenAiSpan> {
  return attributeKeys.length > 0 ? { kind: 'unknown', attributeKeys, item } : { kind: 'unrelated' };
}
