import { replaceOutsideStrings } from './json-strings';

/** Finds numbers that a double may write differently. Most texts have none, and are parsed as they are. */
const MAY_CHANGE =
  /(?:^\s*|[:,[]\s*)(?:-?\d(?:[\d.]{16}|\d{15}|[\d.]*(?:[eE]|\.\d*0(?!\d))|\.0{6})|-0(?![\d.]))/;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/g;

// Random, so that no client can write it.
const MARK = `${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}:`;
const MARKED = new RegExp(`"${MARK}(-?[\\d.eE+-]+)"`, 'g');

// Decimals with more digits may share a double.
const EXACT_DIGITS = 15;

let isMarking = false;
let hasMarked = false;

/** A number of JSON with its text, where the text of its double differs. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  valueOf(): number {
    return Number(this.#text);
  }

  toString(): string {
    return this.#text;
  }

  /** The double if it has the same value, else the text. */
  toJSON(): number | string {
    if (isMarking) {
      hasMarked = true;
      return MARK + this.#text;
    }
    const [digits = ''] = this.#text.split(/e/i);
    return digits.replace(/^-?[0.]*|\./g, '').replace(/0+$/, '').length <= EXACT_DIGITS &&
      Number.isFinite(this.valueOf())
      ? this.valueOf()
      : this.#text;
  }
}

/** A number as it is written in JSON. */
export function toExactNumber(text: string): number | ExactNumber {
  return String(Number(text)) === text ? Number(text) : new ExactNumber(text);
}

/** The double of a number that may be exact; any other value unchanged. */
export function toDouble(value: unknown): unknown {
  return value instanceof ExactNumber ? value.valueOf() : value;
}

/** A JSON value, of which a copy if it has exact numbers: in the copy they are doubles. */
export function withDoubles<Value>(value: Value): Value {
  const { text, hasExact } = write(value);
  return hasExact ? (JSON.parse(text) as Value) : value;
}

/**
 * As JSON.parse, and as fast for most texts; numbers whose text a double would change are `ExactNumber`s.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text);
  let isMarked = false;
  const marked = replaceOutsideStrings(text, NUMBER, (token) => {
    if (String(Number(token)) === token) return token;
    isMarked = true;
    return `"${MARK}${token}"`;
  });
  if (!isMarked) return JSON.parse(text);
  let value: unknown;
  try {
    value = JSON.parse(marked);
  } catch {
    // Its error has the place in the text.
    return JSON.parse(text);
  }
  return unmark(value);
}

/** As JSON.stringify of a value that has JSON text; exact numbers have their own text. */
export function writeJson(value: unknown): string {
  return write(value).text;
}

function write(value: unknown): { text: string; hasExact: boolean } {
  isMarking = true;
  hasMarked = false;
  try {
    const text = JSON.stringify(value);
    return { text: hasMarked ? text.replace(MARKED, '$1') : text, hasExact: hasMarked };
  } finally {
    isMarking = false;
  }
}

/** Iterative, because depth could exhaust the stack. */
function unmark(root: unknown): unknown {
  const holder = [root];
  const pending: object[] = [holder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const container = next as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const inner = container[key];
      if (typeof inner === 'object' && inner !== null) pending.push(inner);
      else if (typeof inner === 'string' && inner.startsWith(MARK)) {
        container[key] = new ExactNumber(inner.slice(MARK.length));
      }
    }
  }
  return holder[0];
}
