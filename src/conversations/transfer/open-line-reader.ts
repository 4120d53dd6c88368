import {
  type ImportFormat,
  isSpanFormat,
  lineReaders,
  type MapLine,
  spanReaders,
} from '../../../packages/formats';
import { findUnstorable } from '../../platform/http/storable-json';
import { readNewConversation } from '../wire/conversation.mapper';
import { toLineProblems } from './line-problems';
import type { LineReader } from './line-reader';
import { createSpanLineReader } from './span-line-reader';

/** Creates the reader of an import into a workspace. */
export function openLineReader(format: ImportFormat, workspaceId: string): LineReader {
  return isSpanFormat(format)
    ? createSpanLineReader(spanReaders[format], workspaceId)
    : createLineReader(lineReaders[format], workspaceId);
}

/** Reads lines that are one conversation each. */
function createLineReader(mapLine: MapLine, workspaceId: string): LineReader {
  return {
    maxOpenBytes: 0,
    read({ number: line, value, bytes }) {
      const mapped = mapLine(value);
      if ('problem' in mapped) return [{ line, problems: toLineProblems(mapped.problem) }];
      if (!('conversation' in mapped)) return [{ line, ...mapped }];
      // A format may have read JSON inside a text.
      const problems = findUnstorable(mapped.conversation);
      if (problems.length > 0) return [{ line, problems }];
      return [{ line, bytes, ...readNewConversation(workspaceId, mapped.conversation) }];
    },
    end: () => [],
    firstOpenLine: () => null,
  };
}
