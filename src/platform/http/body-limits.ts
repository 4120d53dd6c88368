export const contentEncodings = ['identity', 'gzip', 'deflate', 'br'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** `public`: anyone; `caller`: any credential; `workspace`: a credential and a workspace. */
export type RouteAccess = 'public' | 'caller' | 'workspace';

/** Limits and encodings of a route's request body. */
export interface BodyLimits {
  /** After decompression. */
  maxBytes: number;
  /** Accepted values of `Content-Encoding`; any other gets a 415. */
  encodings: readonly ContentEncoding[];
  /** Time from the end of the headers within which the whole body must arrive. */
  timeoutMs: number;
  /** What the client can do about a body that is too large, a sentence of the error message. */
  advice?: string;
}

const PUBLIC_BODY_BYTES = 4096;
/** Outside workspaces, where no body contains conversations. */
const CALLER_BODY_BYTES = 64 * 1024;
const PUBLIC_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 300_000;

/** The limits of a route: strict on public routes; `maxBodyBytes` applies in workspaces only. */
export function bodyLimitsOf(
  route: { access: RouteAccess; bodyLimits?: Partial<BodyLimits> },
  maxBodyBytes: number,
): BodyLimits {
  return { ...defaultLimits(route.access, maxBodyBytes), ...route.bodyLimits };
}

function defaultLimits(access: RouteAccess, maxBodyBytes: number): BodyLimits {
  if (access === 'public') {
    return { maxBytes: PUBLIC_BODY_BYTES, encodings: ['identity'], timeoutMs: PUBLIC_TIMEOUT_MS };
  }
  const maxBytes = access === 'caller' ? Math.min(CALLER_BODY_BYTES, maxBodyBytes) : maxBodyBytes;
  return { maxBytes, encodings: contentEncodings, timeoutMs: TIMEOUT_MS };
}
