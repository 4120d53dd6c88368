import type { MessageKey } from '../spans/message-key';

/** The messages that one call read and wrote, as positions in the transcript. */
interface Thread {
  traceId: string;
  keys: MessageKey[];
  entries: number[];
  /** By key, its ascending positions; computed when first needed. */
  places: Map<MessageKey, number[]> | null;
}

/** A trie of threads by their first messages: the path from the root spells the beginning of a thread. */
interface Beginning {
  /** The latest thread with this beginning. */
  thread: Thread | null;
  longer: Map<MessageKey, Beginning>;
}

interface Match {
  /** For each message its entry of the transcript; null for a new message. */
  entries: (number | null)[];
  count: number;
}

/** Truncated histories are searched in this many of the latest threads. */
const RECENT_THREADS = 16;

/**
 * Determines which messages of a call are its history. Calls repeat earlier messages: all of them, only the
 * last turns, or, in a sub-agent, those of that agent. The messages of earlier calls are stored as threads,
 * and the thread that explains most of a call's input decides.
 */
export class Threads {
  private readonly root: Beginning = { thread: null, longer: new Map() };
  private recent: Thread[] = [];

  /** `isWritten` returns whether the call that wrote an entry of the transcript has been read. */
  constructor(private readonly isWritten: (entry: number) => boolean) {}

  /** Adds a call's messages: its input without leading system messages, and its output. */
  add(traceId: string, keys: MessageKey[], entries: number[]): void {
    const thread: Thread = { traceId, keys, entries, places: null };
    let beginning = this.root;
    for (const key of keys) {
      const longer: Beginning = beginning.longer.get(key) ?? { thread, longer: new Map() };
      longer.thread = thread;
      beginning.longer.set(key, longer);
      beginning = longer;
    }
    this.recent = [thread, ...this.recent].slice(0, RECENT_THREADS);
  }

  /** The entries of the transcript that a call's messages repeat. */
  align(traceId: string, keys: MessageKey[]): (number | null)[] {
    const whole = this.matchPrefix(traceId, keys);
    if (whole.isContinuation) return whole.entries;
    return this.recent
      .map((thread) => matchInOrder(thread, keys))
      .reduce<Match>((best, match) => (match.count > best.count ? match : best), whole).entries;
  }

  private matchPrefix(traceId: string, keys: MessageKey[]): Match & { isContinuation: boolean } {
    const { thread, length } = this.longestBeginning(keys);
    const nothing = { entries: keys.map(() => null), count: 0, isContinuation: false };
    if (thread === null) return nothing;
    const isEnd = thread.keys.length === length;
    const isAll = keys.length === length;
    // A question that already has a reply, repeated in another trace without history, is a new one.
    const isAnswered = !isEnd && this.isWritten(thread.entries[length] as number);
    if (isAll && isAnswered && thread.traceId !== traceId && !keys.some(isEvidence)) return nothing;
    const entries = keys.map((_key, index) => (index < length ? (thread.entries[index] ?? null) : null));
    return { entries, count: length, isContinuation: isEnd || isAll };
  }

  private longestBeginning(keys: MessageKey[]): { thread: Thread | null; length: number } {
    let beginning = this.root;
    let length = 0;
    for (const key of keys) {
      const longer = beginning.longer.get(key);
      if (longer === undefined) break;
      beginning = longer;
      length += 1;
    }
    return { thread: beginning.thread, length };
  }
}

/** Only replies prove that messages are history; a user may send the same text twice. */
function isEvidence(key: MessageKey): boolean {
  return key.startsWith('assistant:') || key.startsWith('tool:');
}

/** The messages that occur in a thread in the same order, with any others in between. */
function matchInOrder(thread: Thread, keys: MessageKey[]): Match {
  thread.places ??= placesOf(thread.keys);
  const { places, entries } = thread;
  let from = 0;
  let count = 0;
  let hasEvidence = false;
  const matched = keys.map((key) => {
    const place = firstNotBefore(places.get(key) ?? [], from);
    if (place === undefined) return null;
    from = place + 1;
    count += 1;
    hasEvidence ||= isEvidence(key);
    return entries[place] ?? null;
  });
  return hasEvidence ? { entries: matched, count } : { entries: keys.map(() => null), count: 0 };
}

function placesOf(keys: MessageKey[]): Map<MessageKey, number[]> {
  const places = new Map<MessageKey, number[]>();
  for (const [index, key] of keys.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else known.push(index);
  }
  return places;
}

/** The first of ascending numbers that is at least `bound`. */
function firstNotBefore(ascending: number[], bound: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}
