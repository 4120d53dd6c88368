import type { AssayError } from '../../../packages/client';

const TOO_MANY_REQUESTS = 429;

/** Whether the same request may succeed later. */
export function mayRecover({ status }: AssayError): boolean {
  return status === null || status >= 500 || status === TOO_MANY_REQUESTS;
}
