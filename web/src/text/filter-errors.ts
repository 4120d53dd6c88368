import { toUtf16 } from './code-points';

/** What is wrong at one place of a filter; code points, 0-based. */
export interface FilterError {
  msg: string;
  /** Null when it is not known. */
  position: number | null;
  length: number;
}

interface Entry {
  loc: readonly string[];
  msg: string;
  ctx?: Record<string, unknown>;
}

const CONTEXT_LENGTH = 40;

/** What an error body says about the query parameter `filter`. */
export function getFilterErrors(detail: readonly Entry[]): FilterError[] {
  return detail
    .filter(({ loc }) => loc[0] === 'query' && loc[1] === 'filter')
    .map(({ msg, ctx = {} }) => ({
      msg,
      position: typeof ctx.position === 'number' ? ctx.position : null,
      length: typeof ctx.length === 'number' ? ctx.length : 0,
    }));
}

/** The filter around a problem, with what is at problem apart; a space stands for what is missing. */
export function splitAtError(
  filter: string,
  position: number,
  length: number,
): { before: string; at: string; after: string } {
  const [index = 0, end = 0] = toUtf16(filter, [position, position + length]);
  const start = Math.max(0, index - CONTEXT_LENGTH);
  const stop = Math.min(filter.length, end + CONTEXT_LENGTH);
  return {
    before: (start > 0 ? '…' : '') + filter.slice(start, index),
    at: filter.slice(index, end) || ' ',
    after: filter.slice(end, stop) + (stop < filter.length ? '…' : ''),
  };
}
