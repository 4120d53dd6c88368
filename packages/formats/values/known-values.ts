import { toDouble } from '../../text';
import { costSchema, tokenCountSchema } from '../model/generation';
import { readTime } from './time-micros';

/** The text of an expected string; undefined for an empty one and for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const DECIMAL = /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i;

/** A number, also as text: exports of databases have 64-bit integers and decimals as text. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : toDouble(value);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The first value that is a count of tokens, rounded; null if none is. */
export function tokensIn(...values: unknown[]): number | null {
  const counts = values.map((value) => tokenCountSchema.safeParse(Math.round(numberIn(value) ?? -1)).data);
  return counts.find((count) => count !== undefined) ?? null;
}

/** US dollars; null if they are unknown. */
export function dollarsIn(value: unknown): number | null {
  return costSchema.safeParse(numberIn(value)).data ?? null;
}

/**
 * The ISO form of a number of seconds since 1970, or of another unit; undefined for anything else.
 * @throws RejectedRecord as `readTime`
 */
export function numberToTime(value: unknown): string | undefined {
  const number = toDouble(value);
  if (typeof number !== 'number') return undefined;
  const micros = readTime(number);
  return micros === null ? undefined : new Date(Math.floor(micros / 1000)).toISOString();
}

/** The fields that have a value. Null is none. */
export function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
