import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends texts as they are made, no faster than the client takes them. When making them fails before the first,
 * the error can still be answered; later the caller must let it reach Express, which cuts the connection, so that
 * no client takes a part for the whole. When the client goes away no more are asked for.
 */
export async function sendStream(
  response: Response,
  mediaType: string,
  texts: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  for await (const text of texts) {
    signal.throwIfAborted();
    if (!response.headersSent) response.status(200).type(mediaType);
    if (!response.write(text)) await once(response, 'drain', { signal });
  }
  if (!response.headersSent) response.status(200).type(mediaType);
  response.end();
}
