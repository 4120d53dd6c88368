import type { Problem } from '../../platform/errors/app-error';
import type { NewConversation } from '../transcript/conversation';
import type { ImportFormat } from '../wire/import-format';

/** What a line of an import is. */
export type LineOutcome =
  | { conversation: NewConversation }
  | { problems: Problem[] }
  /** A reason that other lines may share. */
  | { ignored: string };

/** Reads the JSON value of a line. */
export type LineReader = (value: unknown) => LineOutcome;

/** Creates the reader of an import into a workspace. */
export type OpenLineReader = (format: ImportFormat, workspaceId: string) => LineReader;
