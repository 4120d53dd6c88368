/** What the next token of JSON text may be. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'end of value';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * The position of the first character with which a text is not JSON, in UTF-16 units; its length when it ends too
 * early. JSON.parse quotes the place, which may hold a secret, and often omits its position.
 */
export function findJsonFault(text: string): number {
  const closings: string[] = [];
  let expected = 'value' as Expected;
  for (let index = 0; ; ) {
    while (isBlank(text[index])) index += 1;
    const char = text[index];
    if (char === undefined) return index;
    const closing = closings.at(-1);
    if (char === closing && ['first value', 'first key', 'end of value'].includes(expected)) {
      closings.pop();
      index += 1;
      expected = 'end of value';
    } else if (expected === 'end of value') {
      if (char !== ',' || closing === undefined) return index;
      index += 1;
      expected = closing === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (char !== ':') return index;
      index += 1;
      expected = 'value';
    } else if (char === '"') {
      const { end, isComplete } = endOfText(text, index);
      if (!isComplete) return end;
      index = end;
      expected = expected === 'key' || expected === 'first key' ? 'colon' : 'end of value';
    } else if (expected === 'key' || expected === 'first key') {
      return index;
    } else if (char === '{' || char === '[') {
      closings.push(char === '{' ? '}' : ']');
      index += 1;
      expected = char === '{' ? 'first key' : 'first value';
    } else {
      const end = endOf(NUMBER, text, index) ?? endOf(LITERAL, text, index);
      if (end === null) return index;
      index = end;
      expected = 'end of value';
    }
  }
}

/** Why a text is not JSON, without quoting it: it may have a secret there. */
export function describeJsonFault(text: string, position: number = findJsonFault(text)): string {
  if (position >= text.length) return 'the JSON ends too early';
  let line = 1;
  let start = 0;
  // Not by splitting: a hostile text has millions of lines.
  for (let end = text.indexOf('\n'); end !== -1 && end < position; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return `unexpected character at line ${line}, column ${position - start + 1}`;
}

/** The position after a text in quotes, or of the first character that cannot be in one. */
function endOfText(text: string, start: number): { end: number; isComplete: boolean } {
  for (let index = start + 1; ; ) {
    const char = text[index];
    if (char === '"') return { end: index + 1, isComplete: true };
    if (char === undefined || char < ' ') return { end: index, isComplete: false };
    if (char !== '\\') index += 1;
    else {
      const end = endOf(ESCAPE, text, index);
      if (end === null) return { end: index, isComplete: false };
      index = end;
    }
  }
}

function endOf(token: RegExp, text: string, start: number): number | null {
  token.lastIndex = start;
  return token.test(text) ? token.lastIndex : null;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}
