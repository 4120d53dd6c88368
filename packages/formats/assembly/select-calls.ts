import type { CallEvent, CallMessage, CallSpan, GenAiSpan } from '../spans/span';
import { isWithin } from './copied-calls';
import { joinEvents } from './join-events';
import { byStart } from './order';
import { selectWithoutTwins } from './twin-calls';

/**
 * The model calls of a set of spans, each once. Messages that were exported as events are added to their
 * span. Of a call recorded by both a framework and its client, in one trace, the inner one is used. The input and output of
 * an agent are used only without model calls inside it, those of a chain only without either. Steps of work.
 */
export function* selectCalls(spans: GenAiSpan[], events: CallEvent[]): Generator<undefined, CallSpan[]> {
  const eventsOf = new Map<string, CallEvent[]>();
  for (const event of events) {
    const key = spanKey(event.traceId, event.spanId);
    const others = eventsOf.get(key);
    if (others === undefined) eventsOf.set(key, [event]);
    else others.push(event);
  }
  const recorded = spans
    .flatMap((span) => (span.call === null ? [] : [{ ...span, call: span.call }]))
    .map((span) => withEvents(span, eventsOf.get(spanKey(span.traceId, span.spanId)) ?? []));
  const measures = new Map(
    recorded
      .filter((span) => span.kind === 'model' && hasCounts(span) && !hasMessages(span))
      .map((span) => [spanKey(span.traceId, span.parentSpanId ?? ''), span]),
  );
  const calls = recorded
    .filter(hasMessages)
    .map((span) => withMeasures(span, measures.get(spanKey(span.traceId, span.spanId))));
  const models = calls.filter(({ kind }) => kind === 'model');
  const tracesWithModels = new Set(models.map(({ traceId }) => traceId));
  const recordedInside = new Set(
    models
      .filter(({ call, parentSpanId }) => parentSpanId !== null && call.outputs.length > 0)
      .map(({ traceId, parentSpanId }) => spanKey(traceId, parentSpanId ?? '')),
  );
  const selected = calls.filter(({ kind, traceId, spanId }) => {
    if (kind === 'model') return !recordedInside.has(spanKey(traceId, spanId));
    return kind === 'agent' && !tracesWithModels.has(traceId);
  });
  const chains = calls.filter(
    ({ kind, call }) => kind === 'chain' && call.inputs.length > 0 && call.outputs.length > 0,
  );
  return yield* selectWithoutTwins([...selected, ...turnsOf(chains, selected)].sort(byStart));
}

/** The outermost chains of traces in which, or at the time of which, nothing else has messages. */
function turnsOf(chains: CallSpan[], others: CallSpan[]): CallSpan[] {
  const traces = new Set(others.map(({ traceId }) => traceId));
  const alone = chains.filter(
    (chain) => !traces.has(chain.traceId) && !others.some((other) => isWithin(other, chain)),
  );
  return alone.filter((chain, index) => !alone.some((outer, at) => at < index && isInside(chain, outer)));
}

/** Whether a span began and ended during another of its trace. */
export function isInside(inner: GenAiSpan, outer: GenAiSpan): boolean {
  return inner !== outer && inner.traceId === outer.traceId && isWithin(inner, outer);
}

function hasMessages({ call }: CallSpan): boolean {
  return call.inputs.length + call.outputs.length > 0;
}

function hasCounts({ call }: CallSpan): boolean {
  return call.inputTokens !== null || call.outputTokens !== null;
}

/** A span of a model with messages and without counts has the counts and the time of the one inside it. */
function withMeasures(span: CallSpan, inner: CallSpan | undefined): CallSpan {
  if (inner === undefined || span.kind !== 'model' || hasCounts(span)) return span;
  const { startMicros, endMicros } = inner;
  const { inputs, outputs } = span.call;
  return { ...span, startMicros, endMicros, call: { ...inner.call, inputs, outputs } };
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
  const joined = joinEvents(ordered);
  const given = inputs.length > 0 ? inputs : joined.inputs;
  const written = outputs.length > 0 ? outputs : joined.outputs;
  // Messages without parts are those whose content the client was configured not to record.
  const said = given.filter(({ parts }) => parts.length > 0);
  return { ...span, call: { ...span.call, inputs: said, outputs: keptOutputs(written, said.length > 0) } };
}

/** An empty reply counts as a reply if anything else of the call was recorded. */
function keptOutputs(outputs: CallMessage[], hasInputs: boolean): CallMessage[] {
  return hasInputs ? outputs : outputs.filter(({ parts }) => parts.length > 0);
}
