import { once } from 'node:events';
import type { Response } from 'express';

/** Bytes written before waiting for the client to read. */
const SLICE_BYTES = 64 * 1024;
/**
 * Total time a client may stall a response, in addition to one second for each `MIN_BYTES_PER_SECOND` sent.
 */
const MAX_STALL_MS = 60_000;
const MIN_BYTES_PER_SECOND = 64 * 1024;

export interface SendOptions {
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
  /** The connection of a client that stalls the response for longer is closed. Default: 60 s. */
  maxStallMs?: number;
  /** Bytes that a client must read to gain one more second. Default: 64 KiB. */
  minBytesPerSecond?: number;
  /** The name under which browsers save the response. Default: they show it. */
  fileName?: string;
}

/**
 * Streams texts or bytes with the status that is set, no faster than the client reads them. An error before the first
 * piece can still become an error response. A later one must reach Express, which closes the connection, so
 * that no client takes a part for the whole. When the client disconnects or reads too slowly, no more
 * pieces are requested.
 */
export async function sendStream(
  response: Response,
  mediaType: string,
  pieces: AsyncIterable<string | Buffer>,
  options: SendOptions,
): Promise<void> {
  const pace = new Pace(response, options);
  // Not before the first piece: an error response has another type, and is no file.
  const begin = () => {
    if (options.fileName !== undefined) response.attachment(options.fileName);
    response.type(mediaType);
  };
  for await (const piece of pieces) {
    options.signal.throwIfAborted();
    if (!response.headersSent) begin();
    await pace.write(typeof piece === 'string' ? Buffer.from(piece) : piece);
  }
  if (!response.headersSent) begin();
  pace.end();
}

/** Sends a whole text with the status that is set; slow clients are disconnected as in `sendStream`. */
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

/**
 * Writes a response no faster than its client reads it, and closes the connection of a client that reads too
 * slowly.
 */
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

  /** Ends a response whose last bytes may still be waiting for the client. */
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
