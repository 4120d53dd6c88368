import { readBraintrust } from './braintrust';
import { mapAnthropic } from './imports/anthropic';
import { mapHfChat } from './imports/hf-chat';
import { mapOpenAiEvals } from './imports/openai-evals';
import { mapOpenAi } from './imports/openai-jsonl';
import { mapResponses } from './imports/responses';
import { mapShareGpt } from './imports/sharegpt';
import { readLangfuse } from './langfuse/langfuse-export';
import { readLangSmith } from './langsmith/langsmith-export';
import { readPhoenix } from './open-inference/phoenix-export';
import type { ReadSpans } from './spans/span-line';
import type { MapLine } from './values/mapped-line';

/** Formats with one conversation in each line; `assay` is that of exports. */
const lineFormats = [
  'assay',
  'openai-jsonl',
  'openai-evals',
  'responses',
  'anthropic',
  'sharegpt',
  'hf-chat',
] as const;

/** Formats with one span, or the spans of one trace, in each line. */
const spanFormats = ['langfuse', 'langsmith', 'phoenix', 'braintrust'] as const;

/** The forms of lines that imports accept. */
export const importFormats = [...lineFormats, ...spanFormats] as const;

type LineFormat = (typeof lineFormats)[number];
type SpanFormat = (typeof spanFormats)[number];
export type ImportFormat = (typeof importFormats)[number];

export function isSpanFormat(format: ImportFormat): format is SpanFormat {
  return spanFormats.some((known) => known === format);
}

/** The readers of the formats whose lines are conversations. */
export const lineReaders: Record<LineFormat, MapLine> = {
  assay: (value) => ({ conversation: value }),
  'openai-jsonl': mapOpenAi,
  'openai-evals': mapOpenAiEvals,
  responses: mapResponses,
  anthropic: mapAnthropic,
  sharegpt: mapShareGpt,
  'hf-chat': mapHfChat,
};

/** The readers of the formats whose lines are spans. */
export const spanReaders: Record<SpanFormat, ReadSpans> = {
  langfuse: readLangfuse,
  langsmith: readLangSmith,
  phoenix: readPhoenix,
  braintrust: readBraintrust,
};
