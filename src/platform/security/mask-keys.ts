const KEY = /\b(assay_(?:ws|user|inv)_|sk-)[\w-]{16,}/g;

/**
 * Truncates every API key and invitation token in a text to its prefix, ours or a model provider's: people
 * paste keys in wrong places.
 */
export function maskKeys(text: string): string {
  return text.replace(KEY, '$1[redacted]');
}
