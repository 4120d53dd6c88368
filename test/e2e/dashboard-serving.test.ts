import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import type { RequestOptions } from '../support/api';
import { useApi } from '../support/use-api';

const page = join(packageRoot, 'dist/web/index.html');
if (!existsSync(page)) throw new Error('The dashboard is not built: npm run build');

const api = useApi();
const browser: RequestOptions = {
  key: null,
  workspaceId: null,
  headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
};
/** The start of the built page; other files may be named index as well. */
const asset = String(/<script[^>]* src="([^"]*)"/.exec(readFileSync(page, 'utf8'))?.[1]);
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Sends a path unchanged; fetch would normalize it. */
function rawGet(path: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () =>
      socket.end(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk) => {
      response += String(chunk);
    });
    socket.on('end', () => resolve(response)).on('error', reject);
  });
}

describe.each(['/', '/sign-in', '/w/3c8a5ae3-0000-4000-8000-000000000000/conversations?tag=a%3Ab'])(
  'GET %s',
  (path) => {
    it('serves the dashboard with its policy, without caching', async () => {
      const { status, headers, body } = await api.get(path, browser);

      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).toContain('<div id="root">');
    });
  },
);

it('serves a page that needs nothing inline and nothing from elsewhere', async () => {
  const { body } = await api.get('/', browser);
  const links = [...String(body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => String(link));

  expect(body).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/i);
  expect(links).toContain(asset);
  for (const link of links) {
    expect(link).toMatch(/^\/assets\//);
    expect([link, (await api.get(link, browser)).status]).toEqual([link, 200]);
  }
});

it('lets browsers cache content-hashed files for a year', async () => {
  const { status, headers } = await api.get(asset, browser);

  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-type')).toMatch(/javascript/);
  expect(headers.get('content-security-policy')).toBe(policy);
});

it('sends compressed scripts to clients that accept them, and uncompressed scripts to others', async () => {
  const packed = await fetch(api.url + asset, { headers: { 'accept-encoding': 'gzip' } });
  const plain = await fetch(api.url + asset, { headers: { 'accept-encoding': 'identity' } });

  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const { headers } of [packed, plain]) {
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect(headers.get('vary')).toContain('Accept-Encoding');
  }
  expect(await packed.text()).toBe(await plain.text()); // decompressed by fetch
});

it.each([
  '/v1/no-such-path',
  '/v1',
  '/assets/no-such-file.js',
  '/assets/',
  '/assets',
  '/openapi.json/x',
  '/metrics/x',
])('responds to %s with the 404 of the API, also to a browser', async (path) => {
  const { status, body } = await api.get(path, browser);

  expect(status).toBe(404);
  expect(body.detail[0]).toMatchObject({ type: 'not_found' });
});

it('responds with the 404 of the API to clients that do not accept HTML, and to writing methods', async () => {
  const anything = await api.get('/w/1/conversations', { key: null, workspaceId: null });
  const posted = await api.request('POST', '/w/1/conversations', browser);

  for (const { status, body } of [anything, posted]) {
    expect(status).toBe(404);
    expect(body.detail[0].type).toBe('not_found');
  }
});

it.each([
  '/assets/../index.html',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/../../package.json',
  '//etc/passwd',
])('never leaves its folder for %s', async (path) => {
  const response = await rawGet(path);

  expect(response).not.toContain('"assay');
  expect(response).not.toContain('root:');
  if (/^HTTP\/1.1 200/.test(response)) expect(response).toContain('<div id="root">');
});

it('serves the documentation and the API description', async () => {
  const docs = await api.get('/docs/', browser);
  const description = await api.get('/openapi.json', browser);

  expect(docs.body).toContain('swagger-ui');
  expect(description.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});
