import { parseSync } from '@swc/core';

/** A piece of a source file, with the 1-based line that it begins in. */
export interface Piece {
  line: number;
  text: string;
}

export interface CodeTexts {
  comments: Piece[];
  /** Literals and JSX text. */
  strings: Piece[];
  /** Literals in arguments of errors: their messages. */
  errors: Piece[];
  /** Literals in arguments of commander's methods: names and help of commands and options. */
  help: Piece[];
  identifiers: Piece[];
}

interface Node {
  type: string;
  span: { start: number; end: number };
}

const LITERALS = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);
const HELP_METHODS = new Set([
  'description',
  'option',
  'requiredOption',
  'argument',
  'summary',
  'addHelpText',
]);
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Extracts the texts of a TypeScript or JavaScript file that people read. */
export function readCodeTexts(source: string, isJsx: boolean): CodeTexts {
  // The first statement marks where the file begins in the parser's offsets, which are in bytes.
  const bytes = Buffer.from(`;${source.replace(/^#!/, '//')}`);
  const program = parseSync(bytes.toString(), { syntax: 'typescript', tsx: isJsx, decorators: true });
  const base = (program.body[0] as Node).span.start;
  const code = Buffer.from(bytes);
  const lineOf = createLineFinder(bytes);
  const pieceAt = (start: number, end: number): Piece => ({
    line: lineOf(start),
    text: bytes.subarray(start, end).toString(),
  });
  const texts: CodeTexts = { comments: [], strings: [], errors: [], help: [], identifiers: [] };

  const visit = (value: unknown, lists: Piece[][]): void => {
    if (typeof value !== 'object' || value === null) return;
    let innerLists = lists;
    if (isNode(value)) {
      const [start, end] = [value.span.start - base, value.span.end - base];
      if (value.type === 'Identifier') texts.identifiers.push(pieceAt(start, end));
      if (LITERALS.has(value.type)) {
        code.fill(' ', start, end);
        if (value.type !== 'RegExpLiteral') for (const list of lists) list.push(pieceAt(start, end));
      }
      const own = argumentsOf(value, texts);
      if (own !== null) innerLists = [...lists, own];
    }
    for (const inner of Object.values(value)) visit(inner, innerLists);
  };
  visit(program.body, [texts.strings]);

  for (const { index, 0: comment } of code.toString('latin1').matchAll(COMMENT))
    texts.comments.push(pieceAt(index, index + comment.length));
  return texts;
}

/** The list for literals inside a call, where its arguments are an error's message or a command's help. */
function argumentsOf(node: Node, { errors, help }: CodeTexts): Piece[] | null {
  const { callee } = node as Node & { callee?: { value?: string; property?: { value?: string } } };
  if (
    node.type === 'NewExpression' &&
    /Error$|^RejectedRecord$|^UndecodableExport$/.test(callee?.value ?? '')
  )
    return errors;
  if (node.type === 'NewExpression' && callee?.value === 'Option') return help;
  if (node.type === 'CallExpression' && HELP_METHODS.has(callee?.property?.value ?? '')) return help;
  return null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'span' in value;
}

function createLineFinder(bytes: Buffer): (offset: number) => number {
  const ends: number[] = [];
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
