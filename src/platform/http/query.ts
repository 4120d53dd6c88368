import type { z } from 'zod';

/**
 * Converts the texts of a query string to the JSON types that the schema expects, so that schemas need no
 * coercion. Text that is not a number stays text, and the schema reports it. The last of repeated keys wins.
 */
export function readQuery(schema: z.ZodObject, raw: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(raw).map(([key, value]) => {
    const text = Array.isArray(value) ? value.at(-1) : value;
    // Own fields only: a key may be `constructor`.
    const type = Object.hasOwn(schema.shape, key) ? schemaType(schema.shape[key]) : undefined;
    return [key, typeof text === 'string' ? coerce(type, text) : text];
  });
  return Object.fromEntries(entries);
}

function coerce(type: string | undefined, text: string): unknown {
  // Small numbers are printed with an exponent, as 1e-7; whole ones are not.
  if (type === 'number' && /^[+-]?\d+(\.\d+)?(e-\d+)?$/i.test(text.trim())) return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

function schemaType(schema: z.core.$ZodType | undefined): string | undefined {
  let definition = schema?._zod.def as { type: string; innerType?: z.core.$ZodType } | undefined;
  while (definition?.innerType !== undefined) definition = definition.innerType._zod.def as typeof definition;
  return definition?.type;
}
