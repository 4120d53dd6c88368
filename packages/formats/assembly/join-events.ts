import type { CallMessage } from '../spans/span';

interface Said {
  inputs: CallMessage[];
  outputs: CallMessage[];
}

/**
 * The messages of the events of one span. An event may have one message or a whole call; a span with both kinds, or with
 * the whole calls of several rounds, has messages repeatedly. Within one event, equal messages are several.
 */
export function joinEvents(events: readonly Said[]): Said {
  const whole = events.filter(({ inputs, outputs }) => inputs.length > 0 && outputs.length > 0);
  const longest = whole.toSorted((one, other) => other.inputs.length - one.inputs.length)[0];
  if (longest === undefined || events.length === 1) {
    return {
      inputs: events.flatMap(({ inputs }) => inputs),
      outputs: events.flatMap(({ outputs }) => outputs),
    };
  }
  const later = laterInputs(whole);
  const inputs = new Set(longest.inputs.map(({ key }) => key));
  const outputs = new Set(longest.outputs.map(({ key }) => key));
  const joined: Said = { inputs: [], outputs: [] };
  for (const event of events) {
    const isLongest = event === longest;
    joined.inputs.push(...(isLongest ? event.inputs : addNew(event.inputs, inputs)));
    const written = event.outputs.filter(({ key }) => !later(event).has(key));
    joined.outputs.push(...(isLongest ? event.outputs : addNew(written, outputs)));
  }
  return joined;
}

/** For each event, the messages that a whole call has beyond those that the event begins with: its output among them. */
function laterInputs(whole: readonly Said[]): (event: Said) => ReadonlySet<string> {
  const keysAfter = new Map<number, Set<string>>();
  return ({ inputs: { length } }) => {
    const keys =
      keysAfter.get(length) ??
      new Set(whole.flatMap(({ inputs }) => inputs.slice(length).map(({ key }) => key)));
    keysAfter.set(length, keys);
    return keys;
  };
}

/** The messages that are not known yet, which are then. */
function addNew(messages: readonly CallMessage[], known: Set<string>): CallMessage[] {
  return messages.filter(({ key }) => {
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
