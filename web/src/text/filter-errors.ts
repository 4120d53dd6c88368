import { utf16Converter } from '../../../packages/text';

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

/** Extracts the errors of the query parameter `filter` from an error body. */
export function getFilterErrors(detail: readonly Entry[]): FilterError[] {
  return detail
    .filter(({ loc }) => loc[0] === 'query' && loc[1] === 'filter')
    .map(({ msg, ctx = {} }) => ({
      msg,
      position: typeof ctx.position === 'number' ? ctx.position : null,
      length: typeof ctx.length === 'number' ? ctx.length : 0,
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
