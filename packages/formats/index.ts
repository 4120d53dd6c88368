/** The door of the library: what is not exported here is its own. */

export { adoptSessions } from './assembly/adopt-sessions';
export {
  type Assembled,
  type AssembledMessage,
  assemble,
} from './assembly/assemble';
export { isSameCall, mayBeOneCall } from './assembly/copied-calls';
export { byStart } from './assembly/order';
export { callKeys } from './assembly/twin-calls';
export { readRejectedRecords, toEvaluationExport } from './gen-ai/evaluation-events';
export {
  type ImportFormat,
  importFormats,
  isSpanFormat,
  lineReaders,
  spanReaders,
} from './import-formats';
export { EVAL_RUN_TAG } from './imports/openai-evals';
export { readScoreErrors, toScoreEvents } from './langfuse/langfuse-scores';
export {
  costSchema,
  type Generation,
  latencySchema,
  tokenCountSchema,
} from './model/generation';
export {
  MAX_MESSAGES,
  type Message,
  type MessagePart,
  type MessageRole,
  messageRoles,
  type ShownPart,
  type ToolDefinition,
} from './model/message';
export { listNotices, type NoticeKind, type Notices, noticeKinds, sumNotices } from './model/notices';
export type { PlacedVerdict, SentVerdict } from './model/sent-verdict';
export { toSpanAnnotation } from './open-inference/phoenix-annotations';
export {
  type ChatMessage,
  chatMessageSchema,
  chatMessageShape,
  judgeableMessagesSchema,
  messageRoleSchema,
  messagesSchema,
  toolsSchema,
} from './openai-chat/chat-message.schema';
export { type ImportMessage, importMessageSchema } from './openai-chat/import-message.schema';
export {
  fromOpenAI,
  type OpenAIMessage,
  reasoningOf,
  toOpenAI,
  toOpenAIMessages,
} from './openai-chat/openai-messages';
export { toolToOpenAI } from './openai-chat/openai-tools';
export { importMessagesSchema } from './openai-responses/import-messages.schema';
export { toDisplayName } from './otlp/display-name';
export {
  type DecodedExport,
  decodeExport,
  type ExportNotices,
  encodeResponse,
  encodeStatus,
  mediaTypes,
  type OtlpEncoding,
  toExportResponse,
  toStatus,
} from './otlp/export-body';
export { logOrigins, type Origin, spanOrigins } from './otlp/origin';
export { logSignal, retryInfo, rpcStatus, type Signal, traceSignal } from './otlp/protobuf';
export { type RawLogRecord, type RawSpan, rawLogRecords, rawSpans } from './otlp/telemetry';
export { UndecodableExport } from './otlp/undecodable-export';
export { type Outcome, readTelemetryEvent, readTelemetrySpan } from './read-telemetry';
export { messageKey } from './spans/message-key';
export type { CallEvent, CallMessage, GenAiSpan, ModelCall, ToolRun } from './spans/span';
export type { ReadSpans } from './spans/span-line';
export { collectNotices } from './values/collect-notices';
export { parseWithNaN } from './values/json-text';
export type { LineProblem, MapLine } from './values/mapped-line';
export { RejectedRecord } from './values/rejected-record';
export { asText } from './values/texts';
export { timeSchema } from './values/time.schema';
export { readTokenUsage, type TokenCounts } from './values/token-usage';
