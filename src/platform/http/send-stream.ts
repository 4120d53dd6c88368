import { once } from 'node:events';
import type { Response } from 'express';

/** How much is written before the client has to take some of it. */
const SLICE_BYTES = 64 * 1024;
/** How long a client may keep a response waiting, beyond the second that it has for each `MIN_BYTES_PER_SECOND`. */
const MAX_STALL_MS = 60_000;
const MIN_BYTES_PER_SECOND = 64 * 1024;

export interface SendOptions {
  /** Aborted when the client went away. */
  signal: AbortSignal;
  /** A client that keeps the response waiting longer is cut off. Default: 60 s. */
  maxStallMs?: number;
  /** What a client has to read to be given a second more. Default: 64 KiB. */
  minBytesPerSecond?: number;
}

/**
 * Sends texts as they are made, under the status that is set, no faster than the client takes them. When making them fails before the first,
 * the error can still be answered; later the caller must let it reach Express, which cuts the connection, so that
 * no client takes a part for the whole. When the client goes away, or reads too slowly, no more are asked for.
 */
export async function sendStream(
  response: Response,
  mediaType: string,
  texts: AsyncIterable<string>,
  options: SendOptions,
): Promise<void> {
  const pace = new Pace(response, options);
  for await (const text of texts) {
    options.signal.throwIfAborted();
    if (!response.headersSent) response.type(mediaType);
    await pace.write(Buffer.from(text));
  }
  if (!response.headersSent) response.type(mediaType);
  pace.end();
}

/** Sends a whole text under the status that is set; the client is cut off as in `sendStream`. */
export async function sendText(
  response: Response,
  mediaType: string,
  text: string,
  options: SendOptions,
): Promise<void> {
  const bytes = Buffer.from(text);
  response.type(mediaType).set('Content-Length', String(bytes.length));
  const pace = new Pace(response, options);
  await pace.write(bytes);
  pace.end();
}

/** Writes a response no faster than its client reads it, and cuts the connection of one that reads too slowly. */
class Pace {
  private readonly maxStallMs: number;
  private readonly minBytesPerSecond: number;
  private readonly signal: AbortSignal;
  private sentBytes = 0;
  private waitedMs = 0;

  constructor(
    private readonly response: Response,
    { signal, maxStallMs = MAX_STALL_MS, minBytesPerSecond = MIN_BYTES_PER_SECOND }: SendOptions,
  ) {
    this.signal = signal;
    this.maxStallMs = maxStallMs;
    this.minBytesPerSecond = minBytesPerSecond;
  }

  async write(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const slice = bytes.subarray(start, start + SLICE_BYTES);
      const isFree = this.response.write(slice);
      this.sentBytes += slice.length;
      if (isFree) continue;
      const startedAt = performance.now();
      const stopWatching = this.cutWhenLate();
      try {
        await once(this.response, 'drain', { signal: this.signal });
      } finally {
        stopWatching();
        this.waitedMs += performance.now() - startedAt;
      }
    }
  }

  /** Ends a response whose last bytes may still wait for the client. */
  end(): void {
    const stopWatching = this.cutWhenLate();
    this.response.once('finish', stopWatching).once('close', stopWatching);
    this.response.end();
  }

  private cutWhenLate(): () => void {
    const earnedMs = this.maxStallMs + (this.sentBytes / this.minBytesPerSecond) * 1000;
    const leftMs = Math.max(0, Math.min(this.maxStallMs, earnedMs - this.waitedMs));
    const timer = setTimeout(() => this.response.destroy(), leftMs);
    return () => clearTimeout(timer);
  }
}
