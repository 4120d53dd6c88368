import { ApiError } from '../../../platform/api-client/api-errors';

/** The lease has expired or was replaced by another one: writes with it are rejected. */
export class LeaseLostError extends ApiError {
  override readonly name = 'LeaseLostError';
}

/** The run has ended and accepts no more requests. */
export class RunFinishedError extends ApiError {
  override readonly name = 'RunFinishedError';
}

/** Returns the most specific error for the `type` of a rejected request; other errors unchanged. */
export function toRunError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { request, status, detail, type } = error;
  if (type === 'lease_lost') return new LeaseLostError(request, status, detail);
  if (type === 'run_finished') return new RunFinishedError(request, status, detail);
  return error;
}
