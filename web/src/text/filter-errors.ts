import { codePointLength, utf16Converter } from '../../../packages/text';

/** An error at a position of a filter, in code points. */
export interface FilterError {
  msg: string;
  /** Null if unknown. */
  position: number | null;
  length: number;
}

interface Entry {
  loc: readonly string[];
  msg: string;
  ctx?: Record<string, unknown>;
}

const CONTEXT_LENGTH = 40;

/**
 * Extracts the errors of the query parameter `filter` from an error body. Positions beyond the end of the shown
 * filter, to which a page appended bounds of time, are unknown.
 */
export function getFilterErrors(detail: readonly Entry[], shown: string): FilterError[] {
  const end = codePointLength(shown);
  return detail
    .filter(({ loc }) => loc[0] === 'query' && loc[1] === 'filter')
    .map(({ msg, ctx: { error, position, length = 0 } = {} }) => ({
      // Without the position, which the excerpt shows.
      msg: typeof error === 'string' ? error : msg,
      ...(Number(position) + Number(length) <= end
        ? { position: Number(position), length: Number(length) }
        : { position: null, length: 0 }),
    }));
}

/** Splits a filter around an error; a space represents missing text. */
export function splitAtError(
  filter: string,
  position: number,
  length: number,
): { before: string; at: string; after: string } {
  const toUtf16 = utf16Converter(filter);
  const [index, end] = [toUtf16(position), toUtf16(position + length)];
  const start = Math.max(0, index - CONTEXT_LENGTH);
  const stop = Math.min(filter.length, end + CONTEXT_LENGTH);
  return {
    before: (start > 0 ? '…' : '') + filter.slice(start, index),
    at: filter.slice(index, end) || ' ',
    after: filter.slice(end, stop) + (stop < filter.length ? '…' : ''),
  };
}
