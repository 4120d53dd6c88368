import { z } from 'zod';

/** Any UUID in the 8-4-4-4-12 form, of any version; converted to lower case. */
export const uuidSchema = z.guid().toLowerCase().meta({ format: 'uuid' });

/**
 * A date-time in a response: ISO 8601, UTC, milliseconds. Other years than 0000 to 9999, which clients cannot parse,
 * are shown as the nearest of these: a list must not fail for one document with such a time.
 */
export const timestampSchema = z
  .string()
  .overwrite(withPlainYear)
  .pipe(z.iso.datetime())
  .meta({ format: 'date-time' });

/** Why something failed. */
export const failureSchema = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Failure' });

function withPlainYear(time: string): string {
  if (time.startsWith('+')) return '9999-12-31T23:59:59.999Z';
  return time.startsWith('-') ? '0000-01-01T00:00:00.000Z' : time;
}

/** Pagination parameters of a list. */
export function pageQuery(defaultLimit: number) {
  return {
    limit: z.int().gt(0).lte(100).default(defaultLimit).describe('Maximum number of items on a page'),
    cursor: z
      .string()
      .max(2048)
      .nullish()
      .transform((cursor) => (cursor === undefined || cursor === '' ? null : cursor))
      .describe('The cursor that the page before has for the next one, with the same filters'),
  };
}

/**
 * An object with arbitrary fields. Keys with a meaning to MongoDB or JavaScript are rejected, so that what is
 * stored is what was sent.
 */
export const freeFormSchema = z.record(z.string(), z.unknown()).superRefine(rejectUnsafeKeys);

/**
 * The check of `freeFormSchema`, for objects that also have fixed fields. Reports the first 100 keys: an
 * issue for each of 240,000 would block the event loop for seconds.
 */
export function rejectUnsafeKeys(value: Record<string, unknown>, context: z.RefinementCtx): void {
  let issues = 0;
  const pending: Container[] = [{ value, key: '', parent: null }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next.value)) {
      for (const [index, inner] of next.value.entries()) {
        if (typeof inner === 'object' && inner !== null)
          pending.push({ value: inner, key: String(index), parent: next });
      }
      continue;
    }
    for (const [key, inner] of Object.entries(next.value)) {
      if (isOddKey(key)) {
        const message = 'keys may not be empty, begin with $, contain a dot or be a prototype key';
        context.addIssue({ code: 'custom', path: [...pathTo(next), key], input: inner, message });
        issues += 1;
        if (issues === MAX_KEY_ISSUES) return;
      }
      if (typeof inner === 'object' && inner !== null) pending.push({ value: inner, key, parent: next });
    }
  }
}

/** An object or array inside a value, with its position. */
interface Container {
  value: object;
  key: string;
  parent: Container | null;
}

/** Maximum number of reported keys of one object. */
export const MAX_KEY_ISSUES = 100;

function isOddKey(key: string): boolean {
  return (
    key.startsWith('$') || key.includes('.') || key === '' || key === 'constructor' || key === 'prototype'
  );
}

function pathTo(container: Container): string[] {
  const path: string[] = [];
  for (let step = container; step.parent !== null; step = step.parent) path.unshift(step.key);
  return path;
}

/** A version in a path. */
export const versionSchema = z.coerce.number().int().gte(1).lte(2_147_483_647);

/** Reports every value of a list that occurred before. */
export function reportDuplicates(
  values: readonly string[],
  context: z.RefinementCtx,
  describe: (value: string) => string,
): void {
  const keys = new Set<string>();
  values.forEach((value, index) => {
    if (keys.has(value))
      context.addIssue({ code: 'custom', path: [index], input: value, message: describe(value) });
    keys.add(value);
  });
}

/** A list of different ids. */
export function uniqueIdsSchema(min: number, max: number) {
  return z
    .array(uuidSchema.describe('Ids that differ only in letter case are equal'))
    .min(min)
    .max(max)
    .superRefine((ids, context) => reportDuplicates(ids, context, (id) => `duplicate id ${id}`))
    .meta({ uniqueItems: true });
}
