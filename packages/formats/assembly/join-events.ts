import type { CallMessage } from '../spans/span';

interface Said {
  inputs: CallMessage[];
  outputs: CallMessage[];
}

/**
 * The messages of the events of one span. An event may have one message or a whole call; a span with both kinds, or with
 * the whole calls of several rounds, has messages repeatedly.
 */
export function joinEvents(events: readonly Said[]): Said {
  const isWhole = ({ inputs, outputs }: Said) => inputs.length > 0 && outputs.length > 0;
  if (!events.some(isWhole)) {
    return {
      inputs: events.flatMap(({ inputs }) => inputs),
      outputs: events.flatMap(({ outputs }) => outputs),
    };
  }
  // Of whole calls, each has the history that the ones before it have written.
  const inputs = new Map<string, CallMessage>();
  const outputs = new Map<string, CallMessage>();
  for (const event of events) for (const message of event.inputs) inputs.set(message.key, message);
  for (const event of events) {
    for (const message of event.outputs) if (!inputs.has(message.key)) outputs.set(message.key, message);
  }
  return { inputs: [...inputs.values()], outputs: [...outputs.values()] };
}
