import type { z } from 'zod';
import type { ErrorType, Problem } from '../errors/app-error';

type Issue = z.core.$ZodIssue;

/** Invalid input is shown up to this many UTF-8 bytes. */
const INPUT_LIMIT_BYTES = 1024;

/** A request may have a million errors; a reader needs only the first ones. */
const MAX_PROBLEMS = 100;

export type Source = 'body' | 'query' | 'path' | 'header';

/** The parsed value, or the problems found in it. */
export type ParseResult<Value> = { ok: true; value: Value } | { ok: false; problems: Problem[] };

/**
 * For a value with more elements than this, zod stops at the first invalid one. Describing each of 250,000
 * invalid elements takes seconds, in which no other request is served.
 */
const MAX_LISTED_VALUES = 10_000;

/** Parses a part of a request with a schema. Never throws. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  source: Source,
): ParseResult<z.output<Schema>> {
  const context: z.core.ParseContextInternal<Issue> = {
    reportInput: true,
    error: markIntegers,
    abortEarly: holdsMoreThan(value, MAX_LISTED_VALUES),
  };
  const parsed = schema.safeParse(value, context);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problems: toProblems(parsed.error, source) };
}

/**
 * The first 100 problems that zod found, with pydantic's error types, because clients of the contract expect
 * those: https://docs.pydantic.dev/latest/errors/validation_errors/
 */
export function toProblems(error: z.ZodError, source: Source): Problem[] {
  return error.issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) => issueProblems(issue, [source]))
    .slice(0, MAX_PROBLEMS);
}

const INTEGER = 'expected integer';

/**
 * An error map for `safeParse`. zod reports text instead of an integer like text instead of a number. Only
 * the schema, which is gone when the issues are read, distinguishes the two.
 */
function markIntegers(issue: z.core.$ZodRawIssue): string | undefined {
  const definition = issue.inst?._zod.def as { check?: string } | undefined;
  return issue.code === 'invalid_type' && definition?.check === 'number_format' ? INTEGER : undefined;
}

function issueProblems(issue: Issue, base: string[]): Problem[] {
  const loc = [...base, ...issue.path.map(String)];
  const input = showInput(issue.input);
  if (isAbsent(issue)) {
    return [{ loc, input: null, msg: 'Field required', type: 'missing', ctx: {} }];
  }
  const one = (problem: Omit<Problem, 'loc' | 'input'>): Problem[] => [{ loc, input, ...problem }];
  switch (issue.code) {
    case 'invalid_type': {
      const expected = issue.message === INTEGER ? 'int' : issue.expected;
      return one(typeProblem(expected, issue.input, base[0] === 'query'));
    }
    case 'unrecognized_keys':
      return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
        loc: [...loc, key],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
        input: null,
        ctx: {},
      }));
    case 'too_small':
      return one(boundProblem(issue.origin, issue.minimum, issue.inclusive !== false, 'low', issue.input));
    case 'too_big':
      return one(boundProblem(issue.origin, issue.maximum, issue.inclusive !== false, 'high', issue.input));
    case 'invalid_format':
      return one(formatProblem(issue.format, issue.message));
    case 'invalid_value': {
      const expected = issue.values.map((value) => `'${String(value)}'`).join(' or ');
      return one({ msg: `Input should be ${expected}`, type: 'enum', ctx: { expected } });
    }
    case 'invalid_union':
      return unionProblems(issue, loc, input);
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => issueProblems(inner, loc));
    default:
      return one(valueProblem(issue.message));
  }
}

/** Whether a required enum value is absent; for a tagged union, its tag. */
function isAbsent(issue: Issue): boolean {
  if (issue.code !== 'invalid_value' && issue.code !== 'invalid_union') return false;
  const tag = issue.code === 'invalid_union' && 'discriminator' in issue ? issue.discriminator : undefined;
  const isTagged = tag !== undefined && typeof issue.input === 'object' && issue.input !== null;
  return isTagged ? !Object.hasOwn(issue.input as object, tag) : issue.input === undefined;
}

/** Whether a value is of another type than a branch of a union, or has a tag that the branch does not have. */
function isOtherKind(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.path.length === 0;
  return issue.code === 'invalid_union' && 'discriminator' in issue && issue.path.length === 1;
}

/** For a union, the branch with the fewest problems, of those that got into the value, is the one the caller meant. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  loc: string[],
  input: unknown,
): Problem[] {
  const deep = issue.errors.filter((branch) => !branch.every(isOtherKind));
  const [meant] = deep
    .map((branch) => branch.flatMap((inner) => issueProblems(inner, loc)))
    .sort((one, other) => one.length - other.length);
  if (meant !== undefined) return meant;
  const expected = issue.errors.flatMap((branch) =>
    branch.map((inner) => ('expected' in inner ? String(inner.expected) : '')),
  );
  const message = expected.length > 0 ? `should be ${[...new Set(expected)].join(' or ')}` : issue.message;
  return [{ loc, input, ...valueProblem(message) }];
}

function typeProblem(expected: string, input: unknown, isText: boolean): Omit<Problem, 'loc' | 'input'> {
  if (input === undefined) return { msg: 'Field required', type: 'missing', ctx: {} };
  const expectedType = (noun: string, type: ErrorType) => ({
    msg: `Input should be a valid ${noun}`,
    type,
    ctx: {},
  });
  switch (expected) {
    case 'string':
      return expectedType('string', 'string_type');
    case 'int':
    case 'number': {
      const noun = expected === 'int' ? 'integer' : 'number';
      const stem = expected === 'int' ? 'int' : 'float';
      if (typeof input === 'number')
        return {
          msg: 'Input should be a valid integer, got a number with a fractional part',
          type: 'int_from_float',
          ctx: {},
        };
      return expectedType(noun, isText || typeof input === 'string' ? `${stem}_parsing` : `${stem}_type`);
    }
    case 'boolean':
      return expectedType('boolean', isText || typeof input === 'string' ? 'bool_parsing' : 'bool_type');
    case 'array':
      return expectedType('list', 'list_type');
    case 'object':
    case 'record':
      return expectedType('dictionary', 'dict_type');
    case 'never':
      return { msg: 'Extra inputs are not permitted', type: 'extra_forbidden', ctx: {} };
    default:
      return valueProblem(`should be ${expected}`);
  }
}

function boundProblem(
  origin: string,
  bound: number | bigint,
  isInclusive: boolean,
  side: 'low' | 'high',
  input: unknown,
): Omit<Problem, 'loc' | 'input'> {
  const limit = Number(bound);
  const isLow = side === 'low';
  const size = isLow ? 'at least' : 'at most';
  const lengthLimit = isLow ? { min_length: limit } : { max_length: limit };
  if (origin === 'string') {
    return {
      msg: `String should have ${size} ${limit} character${isLow && limit === 1 ? '' : 's'}`,
      type: isLow ? 'string_too_short' : 'string_too_long',
      ctx: lengthLimit,
    };
  }
  if (origin === 'array' || origin === 'set') {
    const actual = Array.isArray(input) ? input.length : null;
    return {
      msg: `List should have ${size} ${limit} item${limit === 1 ? '' : 's'} after validation, not ${actual}`,
      type: isLow ? 'too_short' : 'too_long',
      ctx: { field_type: 'List', ...lengthLimit, actual_length: actual },
    };
  }
  if (isLow) {
    return isInclusive
      ? {
          msg: `Input should be greater than or equal to ${limit}`,
          type: 'greater_than_equal',
          ctx: { ge: limit },
        }
      : { msg: `Input should be greater than ${limit}`, type: 'greater_than', ctx: { gt: limit } };
  }
  return isInclusive
    ? { msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal', ctx: { le: limit } }
    : { msg: `Input should be less than ${limit}`, type: 'less_than', ctx: { lt: limit } };
}

function formatProblem(format: string, message: string): Omit<Problem, 'loc' | 'input'> {
  if (format === 'guid' || format === 'uuid') {
    return {
      msg: 'Input should be a valid UUID',
      type: 'uuid_parsing',
      ctx: { error: 'not of the form 8-4-4-4-12 hexadecimal digits' },
    };
  }
  if (format === 'datetime') {
    return {
      msg: 'Input should be a valid datetime with a time zone',
      type: 'datetime_parsing',
      ctx: { error: message },
    };
  }
  if (format === 'regex') {
    return { msg: `Value error, ${message}`, type: 'string_pattern_mismatch', ctx: { error: message } };
  }
  return valueProblem(message);
}

function valueProblem(message: string): Omit<Problem, 'loc' | 'input'> {
  return { msg: `Value error, ${message}`, type: 'value_error', ctx: { error: message } };
}

function holdsMoreThan(root: unknown, max: number): boolean {
  let count = 1;
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    count += inner.length;
    if (count > max) return true;
    for (const value of inner) if (typeof value === 'object') pending.push(value);
  }
  return false;
}

/**
 * The input as it may be shown: null when absent, whole when small, truncated JSON text when large. Its cost
 * is proportional to what is shown, because hundreds of problems may refer to the same 4 MiB.
 */
export function showInput(input: unknown): unknown {
  if (input === undefined || input === null) return null;
  const { value: beginning } = takeBeginning(input, INPUT_LIMIT_BYTES);
  const text = typeof beginning === 'string' ? beginning : JSON.stringify(beginning);
  if (text === undefined) return null;
  if (Buffer.byteLength(text) <= INPUT_LIMIT_BYTES) return input;
  return `${Buffer.from(text)
    .subarray(0, INPUT_LIMIT_BYTES - 4)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`;
}

/**
 * A value whose JSON text begins with the same `maxBytes` bytes, or the value itself when its text is not
 * longer. Also returns a lower bound of the bytes left.
 */
function takeBeginning(value: unknown, maxBytes: number): { value: unknown; leftBytes: number } {
  if (typeof value === 'string') {
    return { value: value.slice(0, maxBytes + 1), leftBytes: maxBytes - value.length };
  }
  if (typeof value !== 'object' || value === null) return { value, leftBytes: maxBytes - 1 };
  let leftBytes = maxBytes;
  const take = (inner: unknown): unknown => {
    const beginning = takeBeginning(inner, leftBytes);
    leftBytes = beginning.leftBytes - 1; // for a comma or bracket
    return beginning.value;
  };
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length && leftBytes >= 0; index += 1) items.push(take(value[index]));
    return { value: items, leftBytes };
  }
  const fields: Record<string, unknown> = Object.create(null); // a key may be __proto__
  for (const key of Object.keys(value)) {
    if (leftBytes < 0) break;
    leftBytes -= Math.min(key.length, maxBytes);
    fields[key.slice(0, maxBytes + 1)] = take((value as Record<string, unknown>)[key]);
  }
  return { value: fields, leftBytes };
}
