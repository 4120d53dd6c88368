import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { createRoutes } from '../../src/api-server';
import { errorCatalog } from '../../src/platform/errors/app-error';
import { packageRoot } from '../../src/platform/package-root';
import { connectTemporal } from '../../src/platform/temporal/connection';
import type { RequestOptions } from '../support/api';
import type { Operation } from '../support/contract';
import type { OpenApiOperation } from '../support/openapi-document';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

describe('the document', () => {
  const anonymous = { key: null, workspaceId: null };
  const rawOperation = ({ path, method }: Operation): OpenApiOperation =>
    contract.document.paths[path]?.[method] as OpenApiOperation;

  /** Every object inside a value, with its path. */
  function* objectsIn(value: unknown, way: string[] = []): Generator<[string[], object]> {
    if (typeof value !== 'object' || value === null) return;
    yield [way, value];
    for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...way, key]);
  }

  describe('GET /openapi.json', () => {
    it('has the required parts of OpenAPI 3.1', () => {
      const { openapi, info, paths, components, servers, tags } = contract.document;

      expect(openapi).toMatch(/^3\.1\.\d+$/);
      expect(info).toEqual({
        title: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        description: expect.any(String),
        contact: { name: expect.any(String) },
      });
      expect(Object.keys(paths).every((path) => path.startsWith('/'))).toBe(true);
      expect(Object.keys(components.schemas).every((name) => /^[\w.-]+$/.test(name))).toBe(true);
      expect(servers).toEqual([{ url: '/' }]);
      const names = tags.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { tag } of contract.operations) expect(names).toContain(tag);
    });

    it('describes exactly the routes that are served', async () => {
      const temporal = connectTemporal(api.config.temporal);
      const routes = createRoutes(api.config, temporal);
      await temporal.connection.close();

      const served = routes.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`);
      expect(
        contract.operations
          .map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`)
          .sort(),
      ).toEqual(served.sort());
      expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
    });

    it('describes x-workspace-id for every operation below /v1', () => {
      const withoutHeader = contract.operations.filter(
        (operation) =>
          operation.path.startsWith('/v1/') &&
          !rawOperation(operation).parameters.some(
            (parameter) => parameter.name === 'x-workspace-id' && !parameter.required,
          ),
      );

      expect(withoutHeader.map(({ operationId }) => operationId)).toEqual([]);
    });

    it('resolves every reference', () => {
      const references = [...objectsIn(contract.document)].flatMap(([way, value]) =>
        '$ref' in value && typeof value.$ref === 'string' ? [{ way: way.join('/'), $ref: value.$ref }] : [],
      );

      expect(references.length).toBeGreaterThan(50);
      for (const { way, $ref } of references) {
        const target = $ref
          .replace(/^#\//, '')
          .split('/')
          .reduce<unknown>(
            (value, key) => (value as Record<string, unknown> | undefined)?.[key],
            contract.document,
          );
        expect({ way, $ref, isThere: target !== undefined }).toEqual({ way, $ref, isThere: true });
      }
    });

    it('has only valid JSON schemas of draft 2020-12', () => {
      const ajv = new Ajv2020({ strict: false });
      addFormats(ajv);

      for (const [name, schema] of Object.entries(contract.document.components.schemas)) {
        expect({ name, isValid: ajv.validateSchema(schema), errors: ajv.errors }).toMatchObject({
          name,
          isValid: true,
        });
      }
    });

    it('documents the purpose, the request and the responses of every operation', () => {
      for (const operation of contract.operations) {
        const { summary, parameters, requestBody, responses, security } = rawOperation(operation);
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
        expect(summary.length).toBeGreaterThan(5);
        expect(inPath.sort()).toEqual(
          [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
        );
        for (const parameter of parameters)
          expect(parameter).toEqual(
            expect.objectContaining({
              name: expect.any(String),
              in: expect.stringMatching(/^(path|query|header)$/),
              schema: expect.any(Object),
            }),
          );
        for (const scheme of security.flatMap(Object.keys))
          expect(contract.document.components.securitySchemes).toHaveProperty(scheme);
        if (operation.hasBody)
          expect(requestBody?.content['application/json']).toEqual({
            schema: expect.any(Object),
            example: expect.anything(),
          });
        const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
        // One, or in addition 204 for an empty response.
        expect(successes.filter((status, index) => index === 0 || status !== '204')).toHaveLength(1);
        expect(Object.keys(responses)).toEqual(
          expect.arrayContaining(operation.isPublic ? ['500', '503'] : ['401', '429', '500', '503']),
        );
      }
    });

    it('has a valid example of every response', () => {
      for (const operation of contract.operations) {
        const { requestBody, responses } = rawOperation(operation);
        const place = ['paths', operation.path, operation.method];
        const isValid = (way: string[], example: unknown, mediaType = 'application/json') => {
          const validate = contract.validator([...place, ...way, 'content', mediaType, 'schema']);
          expect({
            operation: operation.operationId,
            way,
            isValid: validate(example),
            errors: validate.errors,
          }).toMatchObject({ isValid: true });
        };
        if (operation.hasBody) isValid(['requestBody'], requestBody?.content['application/json']?.example);
        for (const [status, { description, content }] of Object.entries(responses)) {
          expect(description).not.toBe('');
          if (status === '204') continue;
          const [mediaType = ''] = Object.keys(content ?? {});
          const { example, examples } = content?.[mediaType] ?? {};
          const shown =
            examples === undefined
              ? [example]
              : Object.keys(examples).map((code) => contract.document.components.examples[code]?.value);
          expect({
            operation: operation.operationId,
            status,
            count: shown.filter((value) => value !== undefined).length > 0,
          }).toMatchObject({ count: true });
          for (const value of shown) isValid(['responses', status], value, mediaType);
        }
      }
    });

    it('lists every error code under its status', () => {
      const statusOf: Record<string, { status: number }> = errorCatalog;
      for (const { operationId, responses } of contract.operations) {
        for (const [status, { content }] of Object.entries(responses).filter(
          ([code]) => Number(code) >= 400,
        )) {
          // Bodies of other protocols contain no error codes of this API.
          for (const code of Object.keys(content?.['application/json']?.examples ?? {})) {
            expect({ operationId, code, status: String(statusOf[code]?.status) }).toEqual({
              operationId,
              code,
              status,
            });
          }
        }
      }
    });
  });

  it('docs/errors.md explains every error code with its status', () => {
    const table = readFileSync(join(__dirname, '../../docs/errors.md'), 'utf8');

    for (const [code, { status }] of Object.entries(errorCatalog)) {
      const row = table.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${code}\``));
      expect({ code, row }).toEqual({ code, row: expect.stringContaining(String(status)) });
    }
  });

  describe('GET /docs', () => {
    it('loads only existing files of this service', async () => {
      const page = await api.get('/docs/', anonymous);
      const links = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) =>
        String(link),
      );

      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) {
        expect(link).toMatch(/^\/(?!\/)/);
        expect([link, (await api.get(link, anonymous)).status]).toEqual([link, 200]);
      }
    });

    it('links to the guides, and serves nothing else of their folder', async () => {
      const index = await api.get('/docs/guides/', anonymous);
      const page = await api.get('/docs/guides/ingestion', anonymous);
      const image = await api.get('/docs/guides/images/overview.webp', anonymous);
      const head = await api.request('HEAD', '/docs/guides/ingestion', anonymous);
      const statuses = ['no-such-page', '..%2fpackage.json', '%2e%2e/package.json', 'ingestion.md'].map(
        async (path) => (await api.get(`/docs/guides/${path}`, anonymous)).status,
      );

      expect(index.body).toContain('<a href="/docs/guides/ingestion">');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.body).toContain('<h1 id="ingestion">Ingestion</h1>');
      expect(image.headers.get('content-type')).toBe('image/webp');
      expect(head).toMatchObject({ status: 200, body: '' });
      expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
    });

    it('reads the document of this service and sends it to no external validator', async () => {
      const { body } = await api.get('/docs/start.js', anonymous);

      expect(body).toContain("url: '/openapi.json'");
      expect(body).toContain('validatorUrl: null');
    });
  });
});

describe('the dashboard', () => {
  useFreshWorkspace(api);

  const page = join(packageRoot, 'dist/web/index.html');
  if (!existsSync(page)) throw new Error('The dashboard is not built: npm run build');
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
});
