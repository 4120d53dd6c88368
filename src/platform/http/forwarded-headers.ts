import type { RequestHandler } from 'express';
import type { Logger } from '../logging';

const FORWARDED_HEADERS = ['forwarded', 'x-forwarded-for'] as const;
const MIN_INTERVAL_MS = 10 * 60_000;

/**
 * Logs, at most every ten minutes, that forwarded headers are ignored. Behind a proxy that TRUST_PROXY does
 * not count, all clients share the proxy's address, and limits per address apply to all of them together.
 */
export function warnAboutForwarding({
  logger,
  trustProxy,
}: {
  logger: Logger;
  trustProxy: number;
}): RequestHandler {
  let silentUntil = trustProxy === 0 ? 0 : Number.POSITIVE_INFINITY;
  return (request, _response, next) => {
    const now = Date.now();
    if (now >= silentUntil) {
      // Header names only: anyone can send these headers, with any text.
      const headers = FORWARDED_HEADERS.filter((name) => request.headers[name] !== undefined);
      if (headers.length > 0) {
        silentUntil = now + MIN_INTERVAL_MS;
        logger.warn({ headers }, 'forwarded headers are ignored: set TRUST_PROXY to the number of proxies');
      }
    }
    next();
  };
}
