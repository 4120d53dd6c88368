import type { z } from 'zod';

/**
 * Reads the answer of a model that was asked for one JSON object: the object itself, or the one object of that form
 * among other text such as a code fence; trailing commas are allowed, and closing brackets may be missing where
 * every value before them is whole. Null where there is none, and where there are several: which one is meant is not
 * guessed.
 */
export function parseJsonReply<Answer>(answer: string, schema: z.ZodType<Answer>): Answer | null {
  const parse = (text: string) => schema.safeParse(parseJson(text)).data ?? null;
  const whole = parse(answer);
  if (whole !== null) return whole;

  const readings = objectsIn(answer)
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

/** The outermost `{…}` of a text; where the last is not closed it gets its brackets, if nothing else is missing. */
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
 * The index after the brace that closes the one at `start`; brackets inside JSON strings do not count. An object that
 * is not closed ends after its last closing bracket and lacks the `missing` ones, if only the end of a code fence
 * follows; with anything else after that something was cut off, `missing` is null and `end` that of the text.
 */
function endOfObject(text: string, start: number): { end: number; missing: string | null } {
  // A string that is never closed runs to the end: it must be one token, or each quote in it is tried in turn.
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
