import type { Region } from './regions';

/** A value of a JSON object or Python literal inside a text, with UTF-16 offsets of the value. */
export interface StructuredField extends Region {
  /** Keys from the outside in; items of lists carry their list's path. */
  path: string[];
  kind: 'text' | 'number' | 'true' | 'false' | 'null';
  /** The value as written, quotes left out. */
  value: string;
}

/** Two or more objects of a list, and how many keys are around them. */
export interface StructuredList {
  depth: number;
  objects: Region[];
}

export interface StructuredBlock extends Region {
  fields: StructuredField[];
  lists: StructuredList[];
}

const MIN_ITEMS = 2;
const MAX_DEPTH = 50;
const LITERALS = new Map<string, StructuredField['kind']>([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['None', 'null'],
]);
const OPENING = /[{[]\s*(?:["'{[]|\})/g;
const SPACE = /\s*/y;
const STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y;
const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]+/y;

/**
 * The objects and lists in `text` from a place on, written as JSON or as Python prints them, in order. One that does not
 * close counts as far as it can be read. Linear in the length of the text.
 */
export function scanStructuredData(text: string, from = 0): StructuredBlock[] {
  const blocks: StructuredBlock[] = [];
  while (from < text.length) {
    OPENING.lastIndex = from;
    const start = OPENING.exec(text)?.index;
    if (start === undefined) break;
    const reader = new LiteralReader(text, start);
    reader.read();
    const { fields, lists, at: end } = reader;
    if (isRecord(fields)) blocks.push({ start, end, fields, lists });
    from = Math.max(reader.at, start + 1);
  }
  return blocks;
}

/** One named value is a record; a list of one item may as well be a remark in brackets. */
function isRecord(fields: readonly StructuredField[]): boolean {
  return fields.length >= MIN_ITEMS || fields.some(({ path }) => path.length > 0);
}

/** Reads one object or list from `at` on, and stops where the text is neither JSON nor a Python literal. */
class LiteralReader {
  readonly fields: StructuredField[] = [];
  readonly lists: StructuredList[] = [];
  private readonly path: string[] = [];
  private depth = 0;

  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  /** Whether the value could be read to its end. */
  read(): boolean {
    const opener = this.text.charAt(this.at);
    if (opener !== '{' && opener !== '[') return this.readScalar();
    if (this.depth >= MAX_DEPTH) return false;
    this.depth += 1;
    const isWhole = opener === '{' ? this.readObject() : this.readList();
    this.depth -= 1;
    return isWhole;
  }

  private readObject(): boolean {
    this.at += 1;
    for (;;) {
      this.match(SPACE);
      if (this.skip('}')) return true;
      const key = this.match(STRING);
      this.match(SPACE);
      if (key === '' || !this.skip(':')) return false;
      this.match(SPACE);
      this.path.push(key.slice(1, -1));
      const isWhole = this.read();
      this.path.pop();
      if (!isWhole) return false;
      this.match(SPACE);
      if (!this.skip(',') && this.text.charAt(this.at) !== '}') return false;
    }
  }

  private readList(): boolean {
    const objects: Region[] = [];
    this.at += 1;
    for (;;) {
      this.match(SPACE);
      if (this.skip(']')) {
        if (objects.length >= MIN_ITEMS) this.lists.push({ depth: this.path.length, objects });
        return true;
      }
      const start = this.at;
      const isObject = this.text.charAt(start) === '{';
      if (!this.read()) return false;
      if (isObject) objects.push({ start, end: this.at });
      this.match(SPACE);
      if (!this.skip(',') && this.text.charAt(this.at) !== ']') return false;
    }
  }

  private readScalar(): boolean {
    const start = this.at;
    const string = this.match(STRING);
    if (string !== '') {
      this.push('text', string.slice(1, -1), start + 1, this.at - 1);
      return true;
    }
    const scalar = this.match(SCALAR);
    const kind = LITERALS.get(scalar) ?? (/\d/.test(scalar) ? 'number' : undefined);
    if (kind === undefined) return false;
    this.push(kind, scalar, start, this.at);
    return true;
  }

  private push(kind: StructuredField['kind'], value: string, start: number, end: number): void {
    this.fields.push({ path: [...this.path], kind, value, start, end });
  }

  private skip(character: string): boolean {
    if (this.text.charAt(this.at) !== character) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0] ?? '';
    this.at += match.length;
    return match;
  }
}
