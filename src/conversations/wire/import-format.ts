/** Formats with one conversation in each line; `assay` is that of exports. */
export const lineFormats = [
  'assay',
  'openai-jsonl',
  'responses',
  'anthropic',
  'sharegpt',
  'hf-chat',
] as const;

/** Formats with one span, or the spans of one trace, in each line. */
export const spanFormats = ['langfuse', 'langsmith', 'phoenix', 'braintrust'] as const;

/** The forms of lines that imports accept. */
export const importFormats = [...lineFormats, ...spanFormats] as const;

export type LineFormat = (typeof lineFormats)[number];
export type SpanFormat = (typeof spanFormats)[number];
export type ImportFormat = (typeof importFormats)[number];

export function isSpanFormat(format: ImportFormat): format is SpanFormat {
  return spanFormats.some((spanFormat) => spanFormat === format);
}
