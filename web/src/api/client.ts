import createClient from 'openapi-fetch';
import { ApiError, type ErrorEntry } from './api-error';
import { toPlainMessage } from './plain-message';
import type { paths } from './schema';

export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * Creates a typed client of the API on this origin, for one workspace; null for endpoints outside of
 * workspaces.
 */
export function createApiClient(workspaceId: string | null) {
  return createClient<paths>({
    baseUrl: window.location.origin,
    credentials: 'same-origin',
    headers: workspaceId === null ? {} : { 'x-workspace-id': workspaceId },
  });
}

interface ApiCallResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of a response.
 * @throws ApiError for an error response; its status is 0 without a response.
 */
export async function read<Data>(call: Promise<ApiCallResult<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(
      0,
      [
        {
          loc: [],
          msg: 'Cannot reach the service. Check your connection and try again.',
          type: 'unreachable',
        },
      ],
      null,
    );
  });
  if (response.ok) return data as Data;
  throw new ApiError(
    response.status,
    readDetail(error),
    response.headers.get('x-request-id'),
    Number(response.headers.get('retry-after')) || null,
  );
}

function readDetail(body: unknown): ErrorEntry[] {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  const entries = Array.isArray(detail) ? (detail as ErrorEntry[]) : [];
  return entries.map((entry) => ({ ...entry, msg: toPlainMessage(entry) }));
}
