/** The door of the library: what is not exported here is its own. */
export { AssayClient } from './assay-client.ts';
export {
  AssayError,
  AuthenticationError,
  ConflictError,
  type ErrorEntry,
  ForbiddenError,
  LeaseLostError,
  NotFoundError,
  NoVerdictError,
  RateLimitedError,
  RunFinishedError,
  ServerError,
  UnreachableError,
  ValidationError,
} from './requests/errors.ts';
export type { PagedList } from './requests/paged-list.ts';
export type { WaitOptions } from './requests/polling.ts';
export { retryDelayMs } from './requests/retry-delay.ts';
export type { CallOptions, ClientOptions } from './requests/transport.ts';
export { version } from './requests/version.ts';
export type {
  BodyOf,
  OperationInput,
  OperationName,
  OperationOutput,
  QueryOf,
} from './wire/operation-types.ts';
export type * from './wire/types.ts';
