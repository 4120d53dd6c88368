import type { Response } from 'express';

export interface LimitUse {
  limit: number;
  /** Uses left in the window. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/**
 * Sets the RateLimit headers (draft-ietf-httpapi-ratelimit-headers-03). When several limits apply to a
 * request, the headers describe the one with the fewest uses left.
 */
export function describeLimit(response: Response, { limit, remaining, resetMs }: LimitUse): void {
  const described = response.get('RateLimit-Remaining');
  if (described !== undefined && Number(described) <= remaining) return;
  response.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(resetMs / 1000)),
  });
}
