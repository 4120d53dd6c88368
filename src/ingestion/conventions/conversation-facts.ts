import { cutText } from '../../platform/text/cut-text';
import { textAttribute } from '../otlp/attributes';
import type { OtlpSpan } from '../otlp/telemetry';
import type { GenAiSpan, SpanError } from '../span/span';
import { asText } from './chat-messages';

// Limits of imported tags.
const MAX_TAG_KEY = 64;
const MAX_TAG_VALUE = 256;

const MAX_ERROR_MESSAGE = 4096;

/** The facts that every convention reads from the span itself. */
export function conversationFacts(span: OtlpSpan) {
  const { traceId, spanId, parentSpanId, startMicros, endMicros } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    startMicros,
    endMicros,
    error: readError(span),
  } satisfies Partial<GenAiSpan>;
}

/** The error of a span's status or exception. */
function readError({ status, attributes, events }: OtlpSpan): SpanError | null {
  const type = textAttribute(attributes, ['error.type']);
  if (!status.isError && type === null) return null;
  const exception = events.find((event) => event.name === 'exception')?.attributes ?? new Map();
  const message =
    textAttribute(exception, ['exception.message'], MAX_ERROR_MESSAGE) ??
    (status.message === null ? null : cutText(status.message, MAX_ERROR_MESSAGE));
  return { type: type ?? textAttribute(exception, ['exception.type']), message };
}

/** Tags in the form that imports accept: no dots or leading `$` in keys, bounded lengths, values as text. */
export function cleanTags(tags: [string, unknown][]): Record<string, string> {
  const entries = tags.flatMap(([key, value]): [string, string][] => {
    const clean = cutText(key.replaceAll('.', '_').replace(/^\$/, '_'), MAX_TAG_KEY);
    return clean === '' || value === null || value === undefined
      ? []
      : [[clean, cutText(asText(value), MAX_TAG_VALUE)]];
  });
  return Object.fromEntries(entries);
}
