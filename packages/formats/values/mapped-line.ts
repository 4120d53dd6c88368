import { createHash } from 'node:crypto';

/** Why a line is not what its format requires; `path` leads to the place in the line. */
export interface LineProblem {
  path: readonly string[];
  error: string;
}

/** What a format makes of a line: a conversation in the form of an import, which is not validated yet. */
export type MappedLine = { conversation: unknown } | { problem: LineProblem } | { ignored: string };

/** Maps the JSON value of a line. Its errors are problems of the line. */
export type MapLine = (value: unknown) => MappedLine;

export function problemAt(path: readonly string[], error: string): { problem: LineProblem } {
  return { problem: { path, error } };
}

/** An id that equal lines share, for lines without a unique one. */
export function contentId(format: string, value: unknown): string {
  return `${format}:${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}`;
}
