/** Whether JSON text has more than `max` values, so that parsing it would block the event loop. */
export function hasMoreValues(text: string, max: number): boolean {
  // A container takes at least one character; any other value takes one more as a separator.
  return text.length > max && countValuesUpTo(max, Buffer.from(text)) > max;
}

/**
 * The number of values in JSON text, counted up to `max` + 1 by their separators; for other text the result is
 * arbitrary. Counted before parsing, because parsing millions of empty arrays blocks the event loop and takes many
 * times their bytes.
 */
export function countValuesUpTo(max: number, bytes: Uint8Array): number {
  let count = 1;
  let isInText = false;
  let isAfterOpening = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (isInText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInText = false;
      continue;
    }
    if (byte <= SPACE) continue;
    const isOpening = byte === OPENING_BRACKET || byte === OPENING_BRACE;
    const isClosing = byte === CLOSING_BRACKET || byte === CLOSING_BRACE;
    // An empty container has no values; any other has one more than commas.
    if (byte === COMMA || (isAfterOpening && !isClosing)) count += 1;
    if (count > max) return count;
    isAfterOpening = isOpening;
    isInText = byte === QUOTE;
  }
  return count;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];
const SPACE = 0x20;
