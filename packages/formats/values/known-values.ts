import { toDouble } from '../../text';
import { costSchema, tokenCountSchema } from '../model/generation';

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

/** The ISO form of seconds since 1970; undefined for anything else. */
export function secondsToTime(value: unknown): string | undefined {
  const seconds = toDouble(value);
  if (typeof seconds !== 'number') return undefined;
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The fields that have a value. Null is none. */
export function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
