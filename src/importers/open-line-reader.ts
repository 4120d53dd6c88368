import type { LineReader, OpenLineReader } from '../conversations/transfer/line-reader';
import { readNewConversation } from '../conversations/wire/conversation.mapper';
import { isSpanFormat, type LineFormat } from '../conversations/wire/import-format';
import { findUnstorable } from '../platform/http/storable-json';
import { mapAnthropic } from './formats/anthropic';
import { mapHfChat } from './formats/hf-chat';
import { mapOpenAi } from './formats/openai';
import { mapResponses } from './formats/responses';
import { mapShareGpt } from './formats/sharegpt';
import type { MapLine } from './mapping/mapped-line';
import { spanReaders } from './spans/span-formats';
import { createSpanLineReader } from './spans/span-line-reader';

const lineMaps: Record<LineFormat, MapLine> = {
  assay: (value) => ({ conversation: value }),
  'openai-jsonl': mapOpenAi,
  responses: mapResponses,
  anthropic: mapAnthropic,
  sharegpt: mapShareGpt,
  'hf-chat': mapHfChat,
};

/** The readers of all formats of imports. */
export const openLineReader: OpenLineReader = (format, workspaceId) =>
  isSpanFormat(format)
    ? createSpanLineReader(spanReaders[format], workspaceId)
    : createLineReader(lineMaps[format], workspaceId);

/** Reads lines that are one conversation each. */
function createLineReader(mapLine: MapLine, workspaceId: string): LineReader {
  return {
    maxOpenBytes: 0,
    read({ number: line, value, bytes }) {
      const mapped = mapLine(value);
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
