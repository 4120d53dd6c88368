import { describeFailure } from '../../platform/errors/system-errors';
import { printable } from './wording';

/** An error of the service, as `ServiceError`. */
interface FromService {
  origin: { status: number | null; type: string | null; requestId: string | null; detail: unknown };
}

/** Why a command failed, for a person or as a line of JSON; printable. */
export function describeError(error: unknown, isJson: boolean): string {
  return printable(isJson ? JSON.stringify(toWire(error)) : describeFailure(error));
}

function toWire(error: unknown): object {
  const message = describeFailure(error);
  if (!isFromService(error)) return { message };
  const { status, type, requestId, detail } = error.origin;
  return { message, status, type, request_id: requestId, detail };
}

/** By its name, because its class is part of the client, which other commands do not load. */
function isFromService(error: unknown): error is FromService {
  return error instanceof Error && error.name === 'ServiceError';
}
