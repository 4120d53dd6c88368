import type { SpanRecord } from './span.model';

const DAY_MICROS = 86_400_000_000;

/** How much earlier than a call another span of it begins at most. Only at midnight it matters. */
const MAX_LEAD_MICROS = 600_000_000;

const dayOf = (micros: number) => Math.floor(micros / DAY_MICROS);

/** A key of a call as it is stored: keys of one day are close to each other in the index. */
export function datedKey(key: string, startMicros: number): string {
  return `${dayOf(startMicros)} ${key}`;
}

/** The keys that other spans of a call may have: those may have begun just before or after midnight. */
export function neighborKeys({ call, startMicros }: Pick<SpanRecord, 'call' | 'startMicros'>): string[] {
  const { keys = [], endMicros = startMicros } = call ?? {};
  const days = new Set([startMicros - MAX_LEAD_MICROS, startMicros, endMicros].map(dayOf));
  return [...days].flatMap((day) => keys.map((key) => key.replace(/^\d+/, String(day))));
}
