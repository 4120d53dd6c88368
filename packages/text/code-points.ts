const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** UTF-16 indexes of the second half of every surrogate pair, ascending. A lone surrogate is not a pair. */
function pairTails(text: string): number[] {
  const tails: number[] = [];
  for (let index = 1; index < text.length; index += 1) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      tails.push(index);
    }
  }
  return tails;
}

/** Number of Unicode code points in `text`; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  return text.length - pairTails(text).length;
}

/** The code points `start` to `end` (exclusive) of `text`, 0-based; offsets beyond the end are clamped. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  let codePoint = 0;
  let from = text.length;
  let to = text.length;
  let index = 0;
  while (index < text.length) {
    if (codePoint === start) from = index;
    if (codePoint === end) {
      to = index;
      break;
    }
    const isPair = isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1));
    index += isPair ? 2 : 1;
    codePoint += 1;
  }
  return text.slice(from, Math.max(from, to));
}

/**
 * Converts UTF-16 indexes of `text` to code point offsets. Building the converter takes one pass over the
 * text; each call is a binary search. An index inside a surrogate pair becomes the offset after the pair's
 * start.
 */
export function codePointConverter(text: string): (utf16Index: number) => number {
  const tails = pairTails(text);
  return (utf16Index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tails[middle] ?? 0) < utf16Index) low = middle + 1;
      else high = middle;
    }
    return utf16Index - low;
  };
}

/**
 * Slices `text` by code point offsets, `start` to `end` (exclusive); offsets beyond the end are clamped.
 * Building the slicer takes one pass over the text; each call is two binary searches. Use it for many slices
 * of a long text.
 */
export function codePointSlicer(text: string): (start: number, end: number) => string {
  const indexOf = utf16Converter(text);
  return (start, end) => text.slice(indexOf(start), Math.max(indexOf(start), indexOf(end)));
}

/** Converts code point offsets of `text` to UTF-16 indexes, at the costs of `codePointConverter`. */
export function utf16Converter(text: string): (codePoint: number) => number {
  const tails = pairTails(text);
  // One more for each pair before it.
  return (codePoint) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tails[middle] ?? 0) - middle <= codePoint) low = middle + 1;
      else high = middle;
    }
    return codePoint + low;
  };
}
