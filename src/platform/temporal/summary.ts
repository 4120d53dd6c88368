/** The server takes 400 bytes for a summary; names are up to 255 characters of up to 4 bytes, and there are two of them. */
const MAX_SUMMARY_BYTES = 200;

/** What the Temporal UI shows of a text: its first 200 bytes in UTF-8, cut between characters. */
export function summarize(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_SUMMARY_BYTES) return text;
  // A stream keeps back a character whose bytes have not all come.
  return new TextDecoder().decode(bytes.subarray(0, MAX_SUMMARY_BYTES), { stream: true });
}
