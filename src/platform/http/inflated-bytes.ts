import type { Request } from 'express';

const inflated = new WeakMap<Request, number>();

/** Notes bytes of a body after decompression, for the limit of ingested bytes. */
export function addInflatedBytes(request: Request, bytes: number): void {
  inflated.set(request, inflatedBytesOf(request) + bytes);
}

/** How many bytes of the body of a request have been read, after decompression. */
export function inflatedBytesOf(request: Request): number {
  return inflated.get(request) ?? 0;
}
