import type { Route } from '../http/route';
import type { Json } from './schemas';

/** The response headers, to which responses refer. */
export const headers = {
  'x-request-id': {
    description: 'Identifies this request in the logs. That of the request, if it has one',
    schema: { type: 'string' },
  },
  'Assay-Version': { description: 'The version of the service', schema: { type: 'string' } },
  'RateLimit-Limit': {
    description: 'Requests per minute of the workspace, or of the user outside of workspaces',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left in this minute',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': { description: 'Seconds until the minute ends', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds after which a retry is reasonable', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'RFC 6750: the scheme, and the code of the error unless the request has no credential',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` in the repeated response of an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
} as const satisfies Record<string, Json>;

type Header = keyof typeof headers;

const limits: Header[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const references = (names: readonly Header[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const commonHeaders = ({ access }: Route): Header[] => [
  'x-request-id',
  'Assay-Version',
  ...(access === 'public' ? [] : limits),
];

export function successHeaders(route: Route): Json {
  return {
    ...references([
      ...commonHeaders(route),
      ...(route.isIdempotent ? (['Idempotency-Replayed'] as const) : []),
    ]),
    ...route.responseHeaders,
  };
}

export function errorHeaders(route: Route, status: number): Json {
  const own: Header[] =
    status === 401 ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : [];
  return references([...commonHeaders(route), ...own]);
}
