/**
 * Converts ascending code point offsets to UTF-16 indexes; offsets past the end become the end. One pass over
 * the text, none without surrogates.
 */
export function toUtf16(text: string, offsets: readonly number[]): number[] {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) {
    return offsets.map((offset) => Math.min(Math.max(offset, 0), text.length));
  }
  const indexes: number[] = [];
  let index = 0;
  let codePoint = 0;
  for (const offset of offsets) {
    while (codePoint < offset && index < text.length) {
      index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      codePoint += 1;
    }
    indexes.push(index);
  }
  return indexes;
}

/** Counts code points; an unpaired surrogate counts as one. */
export function countCodePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
