import type { Region } from '../text/regions';
import { coverWhole, scanWholeMentions } from '../values/whole-mentions';

/** What providers call the end of a reply at the limit of its tokens. */
const CUT_OFF = new Set([
  ...['length', 'max_tokens', 'max_output_tokens', 'max_completion_tokens', 'model_length', 'token_limit'],
  ...['max_length', 'model_context_window_exceeded'],
]);
const MAX_TOKEN_LENGTH = 200;
const LAST_TOKEN = /\S+$/;

/** Whether a finish reason, of any provider, says that the reply was cut off. */
export function isCutOff(finishReason: string | null | undefined): boolean {
  return finishReason != null && CUT_OFF.has(finishReason.toLowerCase().replaceAll('-', '_'));
}

/** The last token of a text that was cut off, with the whole number, date or link that it ends; none after a space. */
export function scanLastToken(text: string): Region[] {
  const token = LAST_TOKEN.exec(text.slice(-MAX_TOKEN_LENGTH));
  if (token === null) return [];
  const region = { start: text.length - token[0].length, end: text.length };
  const mention = coverWhole(region, scanWholeMentions(text));
  return [{ start: Math.min(mention.start, region.start), end: region.end }];
}
