import { createHash } from 'node:crypto';
import type { Problem } from '../../platform/errors/app-error';

/** What a format makes of a line: a conversation in the form of an import, which is not validated yet. */
export type MappedLine = { conversation: unknown } | { problems: Problem[] } | { ignored: string };

/** Maps the JSON value of a line. Never throws. */
export type MapLine = (value: unknown) => MappedLine;

/** A line that is not what its format requires; `loc` is the path in the line. */
export function problemAt(loc: readonly string[], error: string): { problems: Problem[] } {
  return {
    problems: [{ loc: ['body', ...loc], msg: `Value error, ${error}`, type: 'value_error', ctx: { error } }],
  };
}

/** An id that equal lines share, for lines without a unique one. */
export function contentId(format: string, value: unknown): string {
  return `${format}:${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}`;
}
