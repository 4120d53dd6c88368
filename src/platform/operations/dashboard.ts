import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

/**
 * Scripts, styles and requests of this origin only; React sets single style properties, which needs no
 * style-src.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Paths that the service serves itself; none of them is a page of the dashboard. */
const ownPaths = /^\/(v1|docs|healthz|readyz|metrics|openapi\.json|assets)(\/|$)/i;

/**
 * Serves the dashboard as built into `folder`: its files by name, cached by browsers for a year because their
 * names change with their content, and its one page for every other path that a browser opens. Serves nothing
 * if the folder is absent. `counted` counts each request.
 */
export function createDashboard(folder: string, counted: RequestHandler): Router {
  const dashboard = Router();
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return dashboard;
  dashboard.use(
    '/assets',
    counted,
    withPolicy,
    preferPacked(join(folder, 'assets')),
    express.static(join(folder, 'assets'), { index: false, redirect: false, immutable: true, maxAge: '1y' }),
  );
  dashboard.use((request, response, next) => {
    if (opensPage(request)) counted(request, response, next);
    else next('router');
  });
  dashboard.use((_request, response) => {
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache', Vary: 'Accept' });
    response.sendFile(page, { cacheControl: false });
  });
  return dashboard;
}

function opensPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Only if the client names text/html: a client that accepts anything gets the API's response, here its 404.
  const wantsPage = /\btext\/html\b/.test(request.get('accept') ?? '');
  return isRead && wantsPage && !ownPaths.test(request.path);
}

const withPolicy: RequestHandler = (_request, response, next) => {
  response.set('Content-Security-Policy', policy);
  next();
};

/** Rewrites the path to the compressed file that the build has created, when the client accepts it. */
function preferPacked(folder: string): RequestHandler {
  const packed = new Set(readdirSync(folder).filter((name) => name.endsWith('.gz')));
  return (request, response, next) => {
    const name = `${request.path.slice(1)}.gz`;
    response.vary('Accept-Encoding');
    if (packed.has(name) && request.acceptsEncodings('gzip') !== false) {
      response.set('Content-Encoding', 'gzip').type(extname(request.path));
      request.url = `/${name}`;
    }
    next();
  };
}
