import { cutText, endOfString } from '../../text';

/** Keys of objects and indexes of arrays, from the outside in. */
export type JsonPath = (string | number)[];

/** A string, number, boolean or null of a JSON text, with UTF-16 offsets of the value; a string's quotes are outside. */
export interface JsonLeaf {
  path: JsonPath;
  value: string | number | boolean | null;
  start: number;
  end: number;
}

/** Segments of a path; deeper ones are left out. */
const MAX_PATH_LENGTH = 32;
/** Characters of a key and of a path's name. Each finding repeats them, so that hostile ones would fill the memory. */
const MAX_KEY_LENGTH = 128;
const MAX_NAME_LENGTH = 256;
const TOKEN = /[ \t\r\n]*([{}[\],:"]|[^ \t\r\n{}[\],:"]+)/y;

/** The dotted name of a path, empty for a bare value. */
export const nameOfPath = (path: JsonPath): string => cutText(path.join('.'), MAX_NAME_LENGTH);

/** The leaves of a JSON text with their paths, those of repeated keys too, or null when the text is not JSON. */
export function scanJsonLeaves(text: string): JsonLeaf[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const scanner = new LeafScanner(text);
  return scanner.scan();
}

/** Walks a text that is known to be JSON, without recursion, so that no nesting is too deep. */
class LeafScanner {
  private readonly leaves: JsonLeaf[] = [];
  /** One segment for each open container: the key or index that is being read. */
  private readonly path: JsonPath = [];
  private isKeyNext = false;

  constructor(private readonly text: string) {}

  scan(): JsonLeaf[] {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(this.text); match !== null; match = TOKEN.exec(this.text)) {
      TOKEN.lastIndex = this.read(match[1] ?? '', TOKEN.lastIndex);
    }
    return this.leaves;
  }

  /** Reads the token that ends at `end`; returns where the next one begins. */
  private read(token: string, end: number): number {
    if (token === '{') this.open('');
    else if (token === '[') this.open(0);
    else if (token === '}' || token === ']') this.path.pop();
    else if (token === ',') this.advance();
    else if (token === '"') return this.readString(end);
    else if (token !== ':') this.push(JSON.parse(token) as JsonLeaf['value'], end - token.length, end);
    return end;
  }

  private open(segment: string | number): void {
    this.path.push(segment);
    this.isKeyNext = segment === '';
  }

  private advance(): void {
    const last = this.path.at(-1);
    if (typeof last === 'number') this.path[this.path.length - 1] = last + 1;
    this.isKeyNext = typeof last === 'string';
  }

  private readString(start: number): number {
    const end = endOfString(this.text, start - 1) - 1;
    const value = String(JSON.parse(this.text.slice(start - 1, end + 1)));
    if (this.isKeyNext) this.path[this.path.length - 1] = cutText(value, MAX_KEY_LENGTH);
    else this.push(value, start, end);
    this.isKeyNext = false;
    return end + 1;
  }

  private push(value: JsonLeaf['value'], start: number, end: number): void {
    this.leaves.push({ path: this.path.slice(0, MAX_PATH_LENGTH), value, start, end });
  }
}
