import { AssayError, type ErrorEntry, UnreachableError } from '../../../../packages/client';
import { describeProblems } from '../../../platform/errors/describe-problems';
import { describeNetworkError } from '../../../platform/errors/system-errors';
import { oneLine } from '../wording';
import type { Connection } from './find-connection';

/** A request failed, in a sentence for the person who started the command. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  constructor(
    message: string,
    /** What the client of the service reported. */
    readonly origin: AssayError,
  ) {
    super(message, { cause: origin });
  }
}

const UNAUTHENTICATED = 401;
const INVALID = 422;
const WORKSPACE_HEADER = 'x-workspace-id';

/** An error of the client as a `ServiceError`; other errors are returned unchanged. */
export function toServiceError(error: unknown, connection: Connection): unknown {
  return error instanceof AssayError ? new ServiceError(describeFailure(error, connection), error) : error;
}

function describeFailure(error: AssayError, { url, keySource }: Connection): string {
  if (error instanceof UnreachableError) {
    const { cause } = error;
    if (isUnreadable(error)) return `The response of ${url} is not JSON, or not complete`;
    const reason =
      describeNetworkError(cause) ?? oneLine(error.message.replace(/^No response to \S+ \S+: /, ''));
    return `No response from ${url}: ${reason}. Is the service running, and the address right?`;
  }
  const { status, detail } = error;
  if (detail.length === 0) return `${describeOtherServer(url)} (status ${status})`;
  if (status === UNAUTHENTICATED)
    return `${describeDetail(detail)}. The API key in ${keySource} was sent to ${url}`;
  if (status !== INVALID) return describeDetail(detail);
  return detail.some(({ loc, type }) => type === 'missing' && loc.at(-1) === WORKSPACE_HEADER)
    ? 'A user key needs a workspace. Give its id with ASSAY_WORKSPACE_ID, as workspace_id in config.json, or with --workspace'
    : describeProblems(detail, 1, 'request');
}

/** Whether a response had no JSON, such as the page of another server, or a field that we read was absent. */
export function isUnreadable(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof UnreachableError && error.cause instanceof SyntaxError)
  );
}

/** Of a response that does not have the form of ours. */
export function describeOtherServer(url: string): string {
  return `${url} responds, but not as Assay. Check the address`;
}

function describeDetail(detail: readonly ErrorEntry[]): string {
  return detail.map(({ msg }) => oneLine(msg).replace(/\.$/, '')).join('; ');
}
