import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

/** Scripts, styles and requests of this origin alone; React sets single style properties, which needs no style-src. */
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

/** What the service answers itself; an address below is never a page of the dashboard. */
const ownPaths = /^\/(v1|docs|healthz|readyz|metrics|openapi\.json|assets)(\/|$)/i;

/**
 * The dashboard as it was built into `folder`: its files by name, kept by browsers for a year because their names
 * change with their content, and its one page for every other address that a browser opens. Without the folder
 * nothing is answered.
 */
export function createDashboard(folder: string): Router {
  const dashboard = Router();
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return dashboard;
  dashboard.use(
    '/assets',
    withPolicy,
    preferPacked(join(folder, 'assets')),
    express.static(join(folder, 'assets'), { index: false, redirect: false, immutable: true, maxAge: '1y' }),
  );
  dashboard.use((request, response, next) => {
    if (!opensPage(request)) {
      next();
      return;
    }
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache', Vary: 'Accept' });
    response.sendFile(page, { cacheControl: false });
  });
  return dashboard;
}

function opensPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Asked for by name: a client that takes anything wants the API's answer, here its 404.
  const wantsPage = /\btext\/html\b/.test(request.get('accept') ?? '');
  return isRead && wantsPage && !ownPaths.test(request.path);
}

const withPolicy: RequestHandler = (_request, response, next) => {
  response.set('Content-Security-Policy', policy);
  next();
};

/** Leads to the packed form of a file that the build has put beside it, when the client takes it. */
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
