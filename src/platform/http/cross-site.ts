import type { Request } from 'express';
import { AppError } from '../errors/app-error';

export interface BrowserFacts {
  method: string;
  host: string | undefined;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser sent this on behalf of another site. The rules are those of Go's
 * http.CrossOriginProtection (https://pkg.go.dev/net/http#CrossOriginProtection): Sec-Fetch-Site if present,
 * else Origin compared with Host. A request with neither header does not come from a browser.
 */
export function isCrossSite({ method, host, origin, secFetchSite }: BrowserFacts): boolean {
  if (safeMethods.has(method)) return false;
  if (secFetchSite !== undefined && secFetchSite !== '')
    return secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  if (origin === undefined || origin === '') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase();
}

/** @throws AppError cross_site_request */
export function refuseCrossSite(request: Request): void {
  const facts = {
    method: request.method,
    host: request.get('host'),
    origin: request.get('origin'),
    secFetchSite: request.get('sec-fetch-site'),
  };
  if (!isCrossSite(facts)) return;
  throw new AppError('cross_site_request', 'A session cannot be used from another site', {
    loc: ['header', 'origin'],
  });
}
