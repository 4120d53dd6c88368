import type { Request } from 'express';

const inflated = new WeakMap<Request, number>();

/** Counts bytes of a body after decompression, for the limit of ingested bytes. */
export function addInflatedBytes(request: Request, bytes: number): void {
  inflated.set(request, inflatedBytesOf(request) + bytes);
}

/** Bytes of a request's body read so far, after decompression. */
export function inflatedBytesOf(request: Request): number {
  return inflated.get(request) ?? 0;
}
