import type { Notices } from '../../../packages/formats';
import type { Problem } from '../../platform/errors/app-error';
import type { NewConversation } from '../transcript/conversation';

/** A line with its JSON value. */
export interface ParsedLine {
  /** 1-based. */
  number: number;
  value: unknown;
  bytes: number;
  /** What was changed when it was parsed. */
  notices?: Notices | null;
}

/** What a line of an import is, or the first of the lines that are one conversation. */
export type LineOutcome = { line: number } & (
  | { conversation: NewConversation; bytes: number }
  | { problems: Problem[] }
  /** A reason that other lines may share. */
  | { ignored: string }
);

/** A step of reading, which may be followed by a pause; undefined: it has no outcome. */
export type LineStep = LineOutcome | undefined;

/** Reads the lines of one import. */
export interface LineReader {
  /** What is certain with this line: nothing while its conversation may have more lines. */
  read(line: ParsedLine): Iterable<LineStep>;
  /** The rest, after the last line. */
  end(): Iterable<LineStep>;
  /** The first line without an outcome; null if there is none. */
  firstOpenLine(): number | null;
  /** Maximum bytes of the lines without an outcome. */
  maxOpenBytes: number;
}
