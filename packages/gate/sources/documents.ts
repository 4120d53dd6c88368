import type { z } from 'zod';
import { ResultsError } from '../cases/results-error';

/** A JSON value of a file, and where it is. */
export interface Part {
  value: unknown;
  /** Null for the whole file. */
  place: string | null;
}

/** A file of results: one JSON value, or a JSON value per line. */
export interface ResultsFile {
  name: string;
  parts: Part[];
  isLines: boolean;
}

/**
 * Parses JSON or JSON lines.
 * @throws ResultsError with the line that is neither
 */
export function parseResultsFile(text: string, name: string): ResultsFile {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new ResultsError(name, null, 'the file is empty');
  const whole = tryParse(content);
  if ('value' in whole) return { name, parts: [{ value: whole.value, place: null }], isLines: false };
  const lines = content
    .split('\n')
    .map((line, index) => ({ line, place: `line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '');
  const parts = lines.map(({ line, place }, index) => {
    const parsed = tryParse(line);
    if ('value' in parsed) return { value: parsed.value, place };
    // A file whose first line is no value is not of lines: the parser knows where it breaks.
    if (index === 0) throw new ResultsError(name, null, `not JSON: ${whole.problem}`);
    throw new ResultsError(name, place, `not JSON: ${parsed.problem}`);
  });
  return { name, parts, isLines: true };
}

function tryParse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/**
 * Reads a part by a schema.
 * @throws ResultsError that names the field which differs
 */
export function readPart<Schema extends z.ZodType>(
  { name }: Pick<ResultsFile, 'name'>,
  { value, place }: Part,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? [])
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('');
  const places = [place, path.replace(/^\./, '')].filter((one) => one !== null && one !== '');
  throw new ResultsError(name, places.length === 0 ? null : places.join(', '), problemOf(issue?.message));
}

/** The problem in the words of a JSON file; the messages of the schemas stay as they are. */
function problemOf(message = ''): string {
  const problem = message
    .replace(/^Invalid input(: )?/, '')
    .replace(/, received undefined$/, ', which is missing');
  return problem === '' ? 'unexpected form' : problem;
}

/** Equal for equal JSON values, in any order of keys. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

export function hasField<Field extends string>(
  value: unknown,
  field: Field,
): value is Record<Field, unknown> {
  return typeof value === 'object' && value !== null && field in value;
}
