import { rateLimited } from '../errors/error-templates';
import type { RequestLimit } from '../http/route-handler';
import { describeLimit } from './limit-headers';
import { createLimiter } from './limiter';

const WINDOW_SECONDS = 60;

/** Limits the requests of each credential and sets the rate limit headers. 0 disables the limit. */
export function createRequestLimit(perMinute: number): RequestLimit {
  if (perMinute === 0) return async () => {};
  const limiter = createLimiter({ name: 'request', limit: perMinute, windowSeconds: WINDOW_SECONDS });
  return async (key, response) => {
    const usage = await limiter.count(key);
    describeLimit(response, { limit: perMinute, remaining: usage.remaining, resetMs: usage.resetMs });
    if (usage.isExceeded) throw rateLimited(`requests: more than ${perMinute} in a minute`, usage.resetMs);
  };
}
