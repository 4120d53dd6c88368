type Value = string | number | boolean | Value[] | { [key: string]: Value };

/** A value in the JSON form of OTLP's AnyValue. */
export function anyValue(value: Value): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: keyValues(value) } };
}

export function keyValues(attributes: Record<string, Value>): { key: string; value: unknown }[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

/** A span in the JSON form of OTLP, half a second long. */
export function jsonSpan(
  fields: { traceId: string; spanId: string; startMs: number; [field: string]: unknown },
  attributes: Record<string, Value>,
) {
  const { startMs, ...rest } = fields;
  return {
    name: 'span',
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 500}000000`,
    attributes: keyValues(attributes),
    ...rest,
  };
}

/** An export request of spans in the JSON form of OTLP. */
export function exportOf(...spans: unknown[]) {
  return exportOfScope(undefined, ...spans);
}

/** The same, from an instrumentation scope. */
export function exportOfScope(scope: { name: string; version?: string } | undefined, ...spans: unknown[]) {
  return { resourceSpans: [{ scopeSpans: [{ scope, spans }] }] };
}

/** The attributes of a model call in the current form of the OpenTelemetry conventions, with messages as JSON text. */
export function chatAttributes(inputs: [string, string][], output: string | null): Record<string, Value> {
  const message = ([role, content]: [string, string]) => ({ role, parts: [{ type: 'text', content }] });
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.input.messages': JSON.stringify(inputs.map(message)),
    ...(output === null
      ? {}
      : { 'gen_ai.output.messages': JSON.stringify([message(['assistant', output])]) }),
  };
}
