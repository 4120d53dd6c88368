const REPLACEMENT = '\uFFFD';

/** The text of UTF-8 bytes. What is none, such as half a character, is U+FFFD; `replaced` counts these. */
export function decodeUtf8(bytes: Uint8Array): { text: string; replaced: number } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), replaced: 0 };
  } catch {
    const text = new TextDecoder().decode(bytes);
    return { text, replaced: countOf(REPLACEMENT, text) - countOwn(bytes) };
  }
}

function countOf(char: string, text: string): number {
  return text.split(char).length - 1;
}

/** The replacement characters that the sender wrote. */
function countOwn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1;
  }
  return count;
}

/** The text without NUL and lone surrogates, which are U+FFFD; `replaced` counts these. */
export function replaceUnstorable(text: string): { text: string; replaced: number } {
  let replaced = 0;
  const storable = text.replace(/[\0\p{Surrogate}]/gu, () => {
    replaced += 1;
    return REPLACEMENT;
  });
  return { text: storable, replaced };
}
