/**
 * The server accepts 400 bytes for a summary, which contains two names of up to 255 characters of up to 4
 * bytes each.
 */
const MAX_SUMMARY_BYTES = 200;

/** The first 200 bytes of a text in UTF-8, cut between characters, for the Temporal UI. */
export function summarize(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_SUMMARY_BYTES) return text;
  // With `stream`, an incomplete last character is left out.
  return new TextDecoder().decode(bytes.subarray(0, MAX_SUMMARY_BYTES), { stream: true });
}
