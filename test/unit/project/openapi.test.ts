import { createRoutes } from '../../../src/api-server';
import { loadConfig } from '../../../src/config';
import { buildOpenApi } from '../../../src/platform/openapi/build-openapi';
import { connectTemporal } from '../../../src/platform/temporal/connection';
import type { OpenApiDocument } from '../../support/openapi-document';

const config = loadConfig({ SECRET_KEY: 'unused while the document is written' });
const routes = createRoutes(config, connectTemporal(config.temporal));
const document = buildOpenApi(routes, {
  version: '0.0.0',
  maxBodyBytes: config.maxBodyBytes,
}) as unknown as OpenApiDocument;

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  required?: string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  prefixItems?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
}

/** Schemas inside a schema, with their places. */
function innerSchemas(schema: Schema, place: string): [string, Schema][] {
  const { properties = {}, items, additionalProperties, propertyNames } = schema;
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  const unnamedSchemas = [
    items,
    additionalProperties,
    propertyNames,
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...prefixItems,
  ];
  return [
    ...Object.entries(properties).map(([name, inner]): [string, Schema] => [`${place}.${name}`, inner]),
    ...unnamedSchemas.flatMap((inner): [string, Schema][] =>
      typeof inner === 'object' ? [[`${place}[]`, inner]] : [],
    ),
  ];
}

/** Whether generators would have to invent a name. */
function needsName({ type, enum: values, properties, anyOf = [], oneOf = [] }: Schema): boolean {
  const branches = [...anyOf, ...oneOf].filter((branch) => branch.type !== 'null');
  return values !== undefined || branches.length > 1 || (type === 'object' && properties !== undefined);
}

const anonymousInside = (schema: Schema, place: string): string[] =>
  innerSchemas(schema, place).flatMap(([where, inner]) => anonymousIn(inner, where));

const anonymousIn = (schema: Schema, place: string): string[] => [
  ...(needsName(schema) ? [place] : []),
  ...anonymousInside(schema, place),
];

/** The branches of a union, with what their references name. */
function branchesOf({ anyOf = [], oneOf = [] }: Schema): Schema[] {
  const schemas = document.components.schemas as Record<string, Schema>;
  return [...anyOf, ...oneOf]
    .map((branch) => schemas[branch.$ref?.split('/').at(-1) ?? ''] ?? branch)
    .filter((branch) => branch.type !== 'null');
}

/** A required property that has another constant in each branch of a union of objects. */
function distinctiveProperty(schema: Schema): string | undefined {
  const branches = branchesOf(schema);
  if (branches.length < 2) return undefined;
  return branches[0]?.required?.find((name) => {
    const constants = branches.map(({ required, properties }) =>
      required?.includes(name) ? properties?.[name]?.const : undefined,
    );
    return !constants.includes(undefined) && new Set(constants).size === constants.length;
  });
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  it('names every object, enum and union', () => {
    const ofComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      anonymousInside(schema, name),
    );
    const ofOperations = operations.flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...parameters.flatMap(({ name, schema }) => anonymousIn(schema ?? {}, `${operationId}?${name}`)),
      ...[requestBody, ...Object.values(responses)].flatMap((message) =>
        Object.values(message?.content ?? {}).flatMap((media) =>
          anonymousIn(media?.schema ?? {}, operationId),
        ),
      ),
    ]);

    expect([...ofComponents, ...ofOperations]).toEqual([]);
  });

  it('describes every header', () => {
    const { headers } = document.components;
    const used = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.entries(response.headers ?? {})),
    );
    const undescribed = used.filter(
      ([name, header]) => !('$ref' in header ? headers[name] : header)?.description,
    );

    expect(used.length).toBeGreaterThan(0);
    expect(undescribed).toEqual([]);
  });

  it('describes every parameter', () => {
    const parameters = operations.flatMap(({ operationId, parameters: all }) =>
      all.map(({ name, description }) => ({ place: `${operationId}?${name}`, description })),
    );

    expect(parameters.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it('has an example of every body in JSON', () => {
    const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((message) =>
        Object.entries(message?.content ?? {}).map(([type, media]) => ({ operationId, type, media })),
      ),
    );
    const bare = bodies.filter(
      ({ type, media }) => type.endsWith('json') && media?.example === undefined && !media?.examples,
    );

    expect(bodies.length).toBeGreaterThan(operations.length);
    expect(bare).toEqual([]);
  });

  it('has an enum instead of a union of constants, and a discriminator where a constant tells objects apart', () => {
    const schemas = Object.entries(document.components.schemas as Record<string, Schema>);
    const constants = schemas.filter(
      ([, schema]) =>
        branchesOf(schema).length > 1 && branchesOf(schema).every((branch) => 'const' in branch),
    );
    const untold = schemas.filter(
      ([, schema]) =>
        distinctiveProperty(schema) !== undefined &&
        schema.discriminator?.propertyName !== distinctiveProperty(schema),
    );

    expect(constants).toEqual([]);
    expect(untold.map(([name]) => name)).toEqual([]);
    expect(schemas.some(([, schema]) => distinctiveProperty(schema) !== undefined)).toBe(true);
  });

  it('maps every value of a discriminator to a component', () => {
    const { schemas } = document.components;
    const mapped = Object.values(schemas).flatMap(
      (schema) => (schema as { discriminator?: { mapping?: object } }).discriminator ?? [],
    );

    expect(mapped.length).toBeGreaterThan(2);
    for (const { mapping } of mapped) expect(Object.keys(mapping ?? {}).length).toBeGreaterThan(1);
  });
});
