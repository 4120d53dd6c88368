import { groupBy } from '../../platform/group-by';
import type { CallEvent, CallMessage, GenAiSpan, ModelCall } from '../span/span';

/** A span whose model call tells of the conversation. */
export type CallSpan = GenAiSpan & { call: ModelCall };

/**
 * The calls that are told of in a set of spans, each once: messages that were exported as events go to their
 * span; of a call that a framework and the client below it both recorded, the inner one is taken; the input and
 * output of a whole agent count only where none of its model calls is there.
 */
export function selectCalls(spans: GenAiSpan[], events: CallEvent[]): CallSpan[] {
  const eventsOf = groupBy(events, ({ traceId, spanId }) => spanKey(traceId, spanId));
  const calls = spans
    .flatMap((span) => (span.call === null ? [] : [{ ...span, call: span.call }]))
    .map((span) => withEvents(span, eventsOf.get(spanKey(span.traceId, span.spanId)) ?? []))
    .filter(({ call }) => call.inputs.length + call.outputs.length > 0);
  const models = calls.filter(({ kind }) => kind === 'model');
  const tracesWithModels = new Set(models.map(({ traceId }) => traceId));
  const recordedInside = new Set(
    models
      .filter(({ call, parentSpanId }) => parentSpanId !== null && call.outputs.length > 0)
      .map(({ traceId, parentSpanId }) => spanKey(traceId, parentSpanId ?? '')),
  );
  return calls.filter(({ kind, traceId, spanId }) =>
    kind === 'model' ? !recordedInside.has(spanKey(traceId, spanId)) : !tracesWithModels.has(traceId),
  );
}

export function spanKey(traceId: string, spanId: string): string {
  return `${traceId}/${spanId}`;
}

function withEvents(span: CallSpan, events: CallEvent[]): CallSpan {
  const ordered = events.toSorted(
    (first, second) =>
      first.timeMicros - second.timeMicros ||
      first.observedMicros - second.observedMicros ||
      first.position - second.position,
  );
  const { inputs, outputs } = span.call;
  const given = inputs.length > 0 ? inputs : ordered.flatMap((event) => event.inputs);
  const written = outputs.length > 0 ? outputs : ordered.flatMap((event) => event.outputs);
  // Messages without parts are those whose content the client was told not to record.
  const said = given.filter(({ parts }) => parts.length > 0);
  return { ...span, call: { ...span.call, inputs: said, outputs: keptOutputs(written, said.length > 0) } };
}

/** An empty reply is one, if anything else of the call was recorded. */
function keptOutputs(outputs: CallMessage[], hasInputs: boolean): CallMessage[] {
  return hasInputs ? outputs : outputs.filter(({ parts }) => parts.length > 0);
}
