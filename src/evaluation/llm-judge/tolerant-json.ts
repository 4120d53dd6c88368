import type { z } from 'zod';
import { withoutReasoning } from '../../../packages/detector';

const CODE_BLOCK = /^```\w*[^\S\n]*\n([\s\S]*)```$/;

/**
 * Parses the reply of a model that was asked for one JSON object: the whole text, or the only object in it
 * that matches the schema, for example in a code block. Reasoning in the text is left out, because it may have drafts.
 * Trailing commas are allowed, and closing brackets may be missing if every value before them is complete. If the
 * schema accepts a list, that may be bare too. Null if nothing matches, or several objects: an ambiguous reply is not
 * guessed.
 */
export function parseJsonReply<Result>(reply: string, schema: z.ZodType<Result>): Result | null {
  const parse = (text: string) => schema.safeParse(parseJson(text)).data ?? null;
  const conclusion = withoutReasoning(reply).trim();
  const wholeReply = parse(reply) ?? parse(conclusion.replace(CODE_BLOCK, '$1'));
  if (wholeReply !== null) return wholeReply;

  const readAll = (texts: readonly string[]) =>
    texts.map((text) => parse(withoutTrailingCommas(text))).filter((reading) => reading !== null);
  const objects = readAll(valuesIn(conclusion, '{'));
  // In prose an empty list may be about anything.
  const lists = valuesIn(conclusion, '[').filter((text) => /^\[\s*\{/.test(text));
  const readings = objects.length > 0 ? objects : readAll(lists);
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

/** Undefined if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The outermost `{…}` or `[…]` of a text. Missing closing brackets of the last one are added if nothing else is
 * missing.
 */
function valuesIn(text: string, bracket: '{' | '['): string[] {
  const values: string[] = [];
  let start = text.indexOf(bracket);
  while (start >= 0) {
    const { end, missing } = endOfValue(text, start);
    if (missing !== null) values.push(text.slice(start, end) + missing);
    start = text.indexOf(bracket, end);
  }
  return values;
}

/**
 * The index after the bracket that closes the one at `start`, ignoring brackets in JSON strings. An unclosed
 * value ends after its last closing bracket, with `missing` brackets, if only the end of a code block
 * follows. If other text follows, the value was truncated: `missing` is null and `end` is the end of the
 * text.
 */
function endOfValue(text: string, start: number): { end: number; missing: string | null } {
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
