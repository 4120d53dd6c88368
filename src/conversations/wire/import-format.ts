/** The forms of lines that imports accept; `assay` is that of exports. */
export const importFormats = [
  'assay',
  'openai-jsonl',
  'responses',
  'anthropic',
  'sharegpt',
  'hf-chat',
] as const;
export type ImportFormat = (typeof importFormats)[number];
