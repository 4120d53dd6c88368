import type { OpenLineReader } from '../conversations/transfer/line-reader';
import { readNewConversation } from '../conversations/wire/conversation.mapper';
import type { ImportFormat } from '../conversations/wire/import-format';
import { mapAnthropic } from './formats/anthropic';
import { mapHfChat } from './formats/hf-chat';
import { mapOpenAi } from './formats/openai';
import { mapResponses } from './formats/responses';
import { mapShareGpt } from './formats/sharegpt';
import type { MapLine } from './mapping/mapped-line';

const formats: Record<Exclude<ImportFormat, 'assay'>, MapLine> = {
  'openai-jsonl': mapOpenAi,
  responses: mapResponses,
  anthropic: mapAnthropic,
  sharegpt: mapShareGpt,
  'hf-chat': mapHfChat,
};

/** The readers of all formats of imports. */
export const openLineReader: OpenLineReader = (format, workspaceId) => (value) => {
  if (format === 'assay') return readNewConversation(workspaceId, value);
  const mapped = formats[format](value);
  return 'conversation' in mapped ? readNewConversation(workspaceId, mapped.conversation) : mapped;
};
