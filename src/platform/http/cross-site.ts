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
 * Whether another site made a browser send this. The rules are those of Go's http.CrossOriginProtection
 * (https://pkg.go.dev/net/http#CrossOriginProtection): the browser's own word first, else Origin against
 * Host; a request with neither comes from no browser.
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
  throw new AppError('cross_site_request', 'A session may not be used from another site', {
    loc: ['header', 'origin'],
  });
}
