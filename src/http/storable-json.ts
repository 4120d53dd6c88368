import type { Problem } from '../errors/app-error';

const MAX_DEPTH = 64;
// Enough for 4 MiB of real conversations, little enough that reading and refusing it takes no second.
const MAX_VALUES = 250_000;
const MAX_REPORTED = 20;

/** A value inside a document and the way to it, which is written out only when the value is at fault. */
interface Place {
  value: unknown;
  key: string | number;
  parent: Place | null;
  depth: number;
}

/**
 * Why a parsed body could not be stored and read back as it is: NUL, lone surrogates, `__proto__`, numbers
 * beyond a double's range, more than 64 levels or 250,000 values. At most 20 problems. Iterative, so that
 * depth cannot exhaust the stack.
 */
export function findUnstorable(root: unknown): Problem[] {
  const problems: Problem[] = [];
  const body: Place = { value: root, key: 'body', parent: null, depth: 0 };
  const pending = [body];
  let count = 1;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const fault =
      place.depth > MAX_DEPTH ? `nested deeper than ${MAX_DEPTH} levels` : valueFault(place.value);
    if (fault !== null) problems.push(problemAt(place, fault));
    if (place.depth > MAX_DEPTH || problems.length >= MAX_REPORTED) return problems;
    for (const [key, value] of entriesOf(place.value)) {
      count += 1;
      if (count > MAX_VALUES) return [problemAt(body, `more than ${MAX_VALUES} values`)];
      const inner = { value, key, parent: place, depth: place.depth + 1 };
      const keyProblem = typeof key === 'string' ? keyFault(key) : null;
      if (keyProblem !== null) problems.push(problemAt(inner, keyProblem));
      pending.push(inner);
    }
  }
  return problems;
}

function* entriesOf(value: unknown): Generator<[string | number, unknown]> {
  if (Array.isArray(value)) yield* value.entries();
  else if (typeof value === 'object' && value !== null) yield* Object.entries(value);
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

function problemAt(place: Place, message: string): Problem {
  const loc: string[] = [];
  for (let step: Place | null = place; step !== null; step = step.parent) loc.unshift(showKey(step.key));
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
