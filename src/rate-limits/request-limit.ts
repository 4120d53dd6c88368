import type { RequestLimit } from '../http/route-handler';
import { createLimiter, rateLimited } from './limiter';

const WINDOW_SECONDS = 60;

/**
 * Limits the requests of each credential, and tells it in the RateLimit headers
 * (draft-ietf-httpapi-ratelimit-headers-03) how many are left. 0 switches the limit off.
 */
export function createRequestLimit(perMinute: number): RequestLimit {
  if (perMinute === 0) return async () => {};
  const limiter = createLimiter({ name: 'request', limit: perMinute, windowSeconds: WINDOW_SECONDS });
  return async (key, response) => {
    const usage = await limiter.count(key);
    response.set({
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': String(usage.remaining),
      'RateLimit-Reset': String(Math.ceil(usage.resetMs / 1000)),
    });
    if (usage.isExceeded) throw rateLimited(usage, `More than ${perMinute} requests in a minute`);
  };
}
