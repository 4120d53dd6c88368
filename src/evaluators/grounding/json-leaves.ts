/** Keys of objects and indexes of arrays, from the outside in. */
export type JsonPath = (string | number)[];

/** A string, number, boolean or null of a JSON text, with UTF-16 offsets of the value; a string's quotes are outside. */
export interface JsonLeaf {
  path: JsonPath;
  value: string | number | boolean | null;
  start: number;
  end: number;
}

const DEEPEST = 200;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const WHITE_SPACE = /[ \t\r\n]*/y;

/**
 * The leaves of a JSON text, with their paths. Text that is not JSON has none;
 * nothing is thrown.
 */
export function scanJsonLeaves(text: string): JsonLeaf[] {
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  const scanner = new LeafScanner(text);
  return scanner.scan();
}

/** Walks a text that is known to be JSON. Values below the deepest level are stepped over as unknown. */
class LeafScanner {
  private readonly leaves: JsonLeaf[] = [];
  private readonly path: JsonPath = [];
  private at = 0;

  constructor(private readonly text: string) {}

  scan(): JsonLeaf[] {
    this.readValue();
    return this.leaves;
  }

  private readValue(): void {
    this.match(WHITE_SPACE);
    const opener = this.text.charAt(this.at);
    if (opener === '{' || opener === '[') this.readContainer(opener);
    else if (opener === '"') this.readString();
    else this.readScalar();
  }

  private readContainer(opener: string): void {
    if (this.path.length >= DEEPEST) {
      this.at = this.text.length;
      return;
    }
    const closer = opener === '{' ? '}' : ']';
    this.at += 1;
    for (let index = 0; this.at < this.text.length; index += 1) {
      this.match(WHITE_SPACE);
      if (this.text.charAt(this.at) === closer) break;
      if (this.text.charAt(this.at) === ',') {
        this.at += 1;
        this.match(WHITE_SPACE);
      }
      this.path.push(opener === '{' ? this.readKey() : index);
      this.readValue();
      this.path.pop();
    }
    this.at += 1;
  }

  private readKey(): string {
    const key = this.match(STRING);
    this.match(WHITE_SPACE);
    this.at += 1; // the colon
    return String(JSON.parse(key));
  }

  private readString(): void {
    const start = this.at;
    const literal = this.match(STRING);
    this.push(String(JSON.parse(literal)), start + 1, this.at - 1);
  }

  private readScalar(): void {
    const start = this.at;
    const literal = this.match(SCALAR);
    this.push(JSON.parse(literal) as JsonLeaf['value'], start, this.at);
  }

  private push(value: JsonLeaf['value'], start: number, end: number): void {
    this.leaves.push({ path: [...this.path], value, start, end });
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
