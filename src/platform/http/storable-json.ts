import { countValuesUpTo } from '../../../packages/concurrency';
import { type Problem, ValidationError } from '../errors/app-error';

const MAX_DEPTH = 64;
// Enough for 4 MiB of real conversations, and few enough that each step of reading and storing them takes
// under 250 ms.
const MAX_VALUES = 150_000;
// Objects with more keys use data as keys; checking each key against a schema would block the event loop.
const MAX_KEYS = 10_000;
const MAX_REPORTED = 20;

/** A container inside a document with its path, which is written out only when it contains an error. */
interface Place {
  value: object;
  key: string | number;
  parent: Place | null;
  depth: number;
}

/**
 * Problems that prevent a parsed body from being stored and read back unchanged: NUL, lone surrogates,
 * `__proto__`, numbers beyond a double's range, more than 64 levels, 150,000 values or 10,000 keys of one
 * object. At most 20 problems. Iterative, so that depth cannot exhaust the stack. Only containers are queued,
 * because most values are not containers.
 */
export function findUnstorable(root: unknown): Problem[] {
  const problems: Problem[] = [];
  const pending: Place[] = [];
  let count = 0;

  /** Returns false when the search should stop. */
  const visit = (value: unknown, key: string | number, parent: Place | null): boolean => {
    count += 1;
    const depth = parent === null ? 0 : parent.depth + 1;
    const fault = depth > MAX_DEPTH ? `nested deeper than ${MAX_DEPTH} levels` : valueFault(value);
    if (fault !== null) problems.push(problemAt(key, parent, fault));
    if (typeof value === 'object' && value !== null) pending.push({ value, key, parent, depth });
    return depth <= MAX_DEPTH && problems.length < MAX_REPORTED && count <= MAX_VALUES;
  };
  const visitAll = (place: Place): boolean => {
    const { value } = place;
    if (Array.isArray(value)) return value.every((inner, index) => visit(inner, index, place));
    const keys = Object.keys(value);
    if (keys.length > MAX_KEYS) {
      problems.push(problemAt(place.key, place.parent, `an object may have at most ${MAX_KEYS} keys`));
      return false;
    }
    return keys.every((key) => {
      const fault = keyFault(key);
      if (fault !== null) problems.push(problemAt(key, place, fault));
      return visit((value as Record<string, unknown>)[key], key, place);
    });
  };

  let isGoingOn = visit(root, 'body', null);
  for (let place = pending.pop(); isGoingOn && place !== undefined; place = pending.pop()) {
    isGoingOn = visitAll(place);
  }
  return count > MAX_VALUES ? [tooManyValues(MAX_VALUES)] : problems.slice(0, MAX_REPORTED);
}

/**
 * Counts the values in JSON text by their separators; for other text the result is arbitrary.
 * @throws ValidationError for more than 150,000
 */
export function countValues(bytes: Uint8Array): number {
  const count = countValuesUpTo(MAX_VALUES, bytes);
  if (count > MAX_VALUES) throw new ValidationError([tooManyValues(MAX_VALUES)]);
  return count;
}

function tooManyValues(max: number): Problem {
  return problemAt('body', null, `more than ${max} values`);
}

function valueFault(value: unknown): string | null {
  if (typeof value === 'string') return textFault(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'numbers must be finite';
  return null;
}

function keyFault(key: string): string | null {
  return key === '__proto__' ? 'the key __proto__ is not allowed' : textFault(key);
}

function textFault(text: string): string | null {
  if (text.includes('\0')) return 'text may not hold NUL characters';
  if (!text.isWellFormed()) return 'text may not hold lone surrogates';
  return null;
}

function problemAt(key: string | number, parent: Place | null, message: string): Problem {
  const loc = [showKey(key)];
  for (let step = parent; step !== null; step = step.parent) loc.unshift(showKey(step.key));
  return {
    loc: loc.slice(0, MAX_DEPTH),
    msg: `Value error, ${message}`,
    type: 'value_error',
    input: null,
    ctx: { error: message },
  };
}

function showKey(key: string | number): string {
  return String(key).toWellFormed().replaceAll('\0', '\uFFFD');
}
