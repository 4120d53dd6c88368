import { costSchema, tokenCountSchema } from '../model/generation';
import { readTime } from './time-micros';

/** The text of an expected string; undefined for an empty one and for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first value that is a count of tokens; null if none is. */
export function tokensIn(...values: unknown[]): number | null {
  const counts = values.map((value) => tokenCountSchema.safeParse(value).data);
  return counts.find((count) => count !== undefined) ?? null;
}

/** US dollars; null if they are unknown. */
export function dollarsIn(value: unknown): number | null {
  return costSchema.safeParse(value).data ?? null;
}

/**
 * The ISO form of a number of seconds since 1970, or of another unit; undefined for anything else.
 * @throws RejectedRecord as `readTime`
 */
export function numberToTime(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  const micros = readTime(value);
  return micros === null ? undefined : new Date(Math.floor(micros / 1000)).toISOString();
}

/** The fields that have a value. Null is none. */
export function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
