import { toDouble } from '../../text';
import { costSchema, tokenCountSchema } from '../model/generation';
import { addNotice } from './collect-notices';
import { RejectedRecord } from './rejected-record';
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

/** The ISO form of a time that `readTime` reads; any other one is left out, with a notice. */
export function timeIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || toDouble(value) === 0) return undefined;
  const micros = readTimeOrNull(value);
  if (micros !== null) return new Date(Math.floor(micros / 1000)).toISOString();
  addNotice('ignored_times');
  return undefined;
}

function readTimeOrNull(value: unknown): number | null {
  try {
    return readTime(value);
  } catch (error) {
    if (error instanceof RejectedRecord) return null;
    throw error;
  }
}

/** The fields that have a value. Null is none. */
export function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
