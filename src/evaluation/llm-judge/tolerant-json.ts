import type { z } from 'zod';

/**
 * Parses the reply of a model that was asked for one JSON object: the whole text, or the only object in it
 * that matches the schema, for example in a code block. Trailing commas are allowed, and closing brackets may
 * be missing if every value before them is complete. Null if no object matches, or several: an ambiguous
 * reply is not guessed.
 */
export function parseJsonReply<Result>(reply: string, schema: z.ZodType<Result>): Result | null {
  const parse = (text: string) => schema.safeParse(parseJson(text)).data ?? null;
  const wholeReply = parse(reply);
  if (wholeReply !== null) return wholeReply;

  const readings = objectsIn(reply)
    .map((text) => parse(withoutTrailingCommas(text)))
    .filter((reading) => reading !== null);
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The outermost `{…}` of a text. Missing closing brackets of the last one are added if nothing else is
 * missing.
 */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let start = text.indexOf('{');
  while (start >= 0) {
    const { end, missing } = endOfObject(text, start);
    if (missing !== null) objects.push(text.slice(start, end) + missing);
    start = text.indexOf('{', end);
  }
  return objects;
}

/**
 * The index after the brace that closes the one at `start`, ignoring brackets in JSON strings. An unclosed
 * object ends after its last closing bracket, with `missing` brackets, if only the end of a code block
 * follows. If other text follows, the object was truncated: `missing` is null and `end` is the end of the
 * text.
 */
function endOfObject(text: string, start: number): { end: number; missing: string | null } {
  // An unclosed string must match as one token up to the end: otherwise each quote in it starts a new search.
  const token = /[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;
  token.lastIndex = start;
  const open: string[] = [];
  let end = start;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') open.push('}');
    if (match[0] === '[') open.push(']');
    if (match[0] === '}' || match[0] === ']') {
      open.pop();
      end = token.lastIndex;
      if (open.length === 0) return { end, missing: '' };
    }
  }
  const isCutOff = end === start || /[^\s`]/.test(text.slice(end));
  return isCutOff ? { end: text.length, missing: null } : { end, missing: open.toReversed().join('') };
}

function withoutTrailingCommas(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))|,(?=\s*[\]}])/gs, '$1');
}
