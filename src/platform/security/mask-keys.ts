const KEY = /\b(assay_(?:ws|user|inv)_|sk-)[\w-]{16,}/g;

/** The text with every API key and invitation token in it, ours or a model provider's, cut to its mark: people paste keys in wrong places. */
export function maskKeys(text: string): string {
  return text.replace(KEY, '$1[redacted]');
}
