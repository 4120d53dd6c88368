const QUOTE = '"';
const BACKSLASH = 0x5c;
// A number with another text has two characters or more.
const MIN_TOKEN = 2;

/** JSON text in which `replacement` replaces what `pattern` finds outside of its strings. */
export function replaceOutsideStrings(
  text: string,
  pattern: RegExp,
  replacement: (token: string) => string,
): string {
  const pieces: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const opening = text.indexOf(QUOTE, start);
    const end = opening === -1 ? text.length : opening;
    const outside = text.slice(start, end);
    pieces.push(outside.length < MIN_TOKEN ? outside : outside.replace(pattern, replacement));
    if (opening === -1) break;
    const closing = endOfString(text, opening);
    start = closing === -1 ? text.length : closing;
    pieces.push(text.slice(opening, start));
  }
  return pieces.join('');
}

/** The index after the string that the quotation mark at `opening` opens; -1 if nothing closes it. */
export function endOfString(text: string, opening: number): number {
  const quote = text.charAt(opening);
  for (let at = text.indexOf(quote, opening + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return -1;
}

const NOT_A_NUMBER = /(?<![\w.])-?(?:NaN|Infinity)(?![\w.])/g;

/** JSON text with null for the numbers that JSON does not have, as Python writes them, and their count. */
export function replaceNaN(text: string): { text: string; replaced: number } {
  let replaced = 0;
  const json = replaceOutsideStrings(text, NOT_A_NUMBER, () => {
    replaced += 1;
    return 'null';
  });
  return { text: json, replaced };
}
