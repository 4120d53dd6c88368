import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { createRoutes } from '../../src/api-server';
import { errorCatalog } from '../../src/platform/errors/app-error';
import { connectTemporal } from '../../src/platform/temporal/connection';
import type { Operation } from '../support/contract';
import type { OpenApiOperation } from '../support/openapi-document';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

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
      contract.operations.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`).sort(),
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
        const shown = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
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
      for (const [status, { content }] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
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
    const links = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => String(link));

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link).toMatch(/^\/(?!\/)/);
      expect([link, (await api.get(link, anonymous)).status]).toEqual([link, 200]);
    }
  });

  it('reads the document of this service and sends it to no external validator', async () => {
    const { body } = await api.get('/docs/start.js', anonymous);

    expect(body).toContain("url: '/openapi.json'");
    expect(body).toContain('validatorUrl: null');
  });
});
