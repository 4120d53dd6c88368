import { z } from 'zod';
import { type ErrorCode, errorCatalog } from '../errors/app-error';
import { groupBy } from '../group-by';
import { type BodyLimits, bodyLimitsOf } from './body-limits';
import { errorBodySchema } from './error-body';
import type { Route } from './route';

type Json = Record<string, unknown>;

const workspaceHeader = {
  name: 'x-workspace-id',
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description:
    'The workspace to work in. Required for sessions and user-scoped keys; a workspace-scoped key uses its own.',
};

const unusedWorkspaceHeader = {
  ...workspaceHeader,
  description: 'Accepted and not used: this operation does not work in a workspace.',
};

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A repeated request with the same key and body returns the first response. Keys expire after 24 hours.',
};

/** The OpenAPI 3.1 document of all routes. */
export function buildOpenApi(
  routes: readonly Route[],
  { version, maxBodyBytes }: { version: string; maxBodyBytes: number },
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  // Responses first: a component of both has the name of what is returned, independent of the order of routes.
  for (const route of routes) describeResponses(route, schemas);
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Json)[route.method] = describeOperation(route, maxBodyBytes, schemas);
  }
  convert(errorBodySchema, 'output', schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Finds hallucinations in LLM conversations and highlights them character by character. Re-runs stored conversations to compare models and prompts.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: assay_ws_… or assay_user_…' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'The id of a workspace or the name of its key, and the key. Only where an operation says so',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'assay_session',
          description: 'From POST /v1/auth/login',
        },
      },
    },
  };
}

function securityOf({ access, acceptsBasic = false }: Route): Json[] {
  if (access === 'public') return [];
  return [{ apiKey: [] }, ...(acceptsBasic ? [{ basic: [] }] : []), { session: [] }];
}

function describeOperation(route: Route, maxBodyBytes: number, schemas: Json): Json {
  const operation: Json = {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route),
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...workspaceHeaderOf(route),
      ...(route.isIdempotent ? [idempotencyHeader] : []),
    ],
    responses: describeResponses(route, schemas),
  };
  if (route.description !== undefined) operation.description = route.description;
  const content: Json = {};
  if (route.body !== undefined) {
    content['application/json'] = {
      schema: convert(route.body, 'input', schemas),
      ...exampleOf(route.example?.request),
    };
  }
  for (const [mediaType, schema] of Object.entries(route.streams ?? {})) {
    content[mediaType] = {
      schema: convert(schema, 'input', schemas),
      ...(mediaType === 'application/json' ? exampleOf(route.example?.request) : {}),
    };
  }
  if (Object.keys(content).length > 0)
    operation.requestBody = {
      required: true,
      description: describeBody(bodyLimitsOf(route, maxBodyBytes)),
      content,
    };
  return operation;
}

/** Each operation of the API accepts the header, so that clients may always send it. */
function workspaceHeaderOf({ access, path }: Route): Json[] {
  if (access === 'workspace') return [workspaceHeader];
  return path.startsWith('/v1/') ? [unusedWorkspaceHeader] : [];
}

function describeBody({ maxBytes, encodings, timeoutMs }: BodyLimits): string {
  return (
    `At most ${maxBytes} bytes after decompression, within ${timeoutMs / 1000} s; ` +
    `Content-Encoding: ${encodings.join(', ')}.`
  );
}

function describeResponses(route: Route, schemas: Json): Json {
  const success: Json = { description: 'Success', headers: requestIdHeader };
  if (route.response !== null) {
    success.content = {
      'application/json': {
        schema: convert(bodySchema(route.response), 'output', schemas),
        ...exampleOf(route.example?.response),
      },
    };
  }
  if (route.streamedResponse !== undefined) {
    const mediaTypes = Object.entries(route.streamedResponse);
    success.content = Object.fromEntries(
      mediaTypes.map(([mediaType, schema]) => [
        mediaType,
        { schema: convert(schema, 'input', schemas), ...exampleOf(route.example?.response) },
      ]),
    );
  }
  const responses: Json = { [route.status]: success };
  if (route.noContent !== undefined) {
    responses[204] = { description: route.noContent, headers: requestIdHeader };
  }
  for (const [status, { description, schema, example }] of Object.entries(route.foreignErrors ?? {})) {
    const content = { 'application/json': { schema: convert(schema, 'output', schemas), example } };
    responses[status] = { description, headers: requestIdHeader, content };
  }
  const byStatus = groupBy(errorCodesOf(route), (code) => errorCatalog[code].status);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = describeError(status, codes);
  }
  return responses;
}

/** The schema of the body when there is one; a null response has no body. */
function bodySchema(response: z.ZodType): z.ZodType {
  return response instanceof z.ZodNullable ? (response.unwrap() as z.ZodType) : response;
}

const requestIdHeader = {
  'x-request-id': { schema: { type: 'string' }, description: 'Identifies this request in the logs' },
};
const retryAfterHeader = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } };

function describeError(status: number, codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { summary: errorCatalog[code].title, value: { detail: [exampleEntry(code)] } },
    ]),
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join(' '),
    headers: { ...requestIdHeader, ...(status === 429 || status === 503 ? retryAfterHeader : {}) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, examples } },
  };
}

function exampleEntry(code: ErrorCode): Json {
  if (code === 'value_error') {
    return { loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: null, ctx: {} };
  }
  return { loc: [], msg: errorCatalog[code].title, type: code, input: null, ctx: {} };
}

/** Every error a route can respond with: those of its kind, then its own. */
function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>();
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  add('rate_limited');
  if (route.isIngestion) add('limit_reached');
  if (route.access !== 'public') {
    add(
      'not_authenticated',
      'session_expired',
      'api_key_malformed',
      'api_key_unknown',
      'api_key_revoked',
      'api_key_expired',
      'account_disabled',
    );
    if (route.method !== 'get') add('cross_site_request');
  }
  if (route.access === 'workspace') add('workspace_forbidden', 'value_error');
  if (route.role !== undefined && route.role !== 'viewer') add('role_insufficient');
  if (route.params !== undefined) add('value_error', 'not_found');
  if (route.query !== undefined) add('value_error');
  if (route.query?.shape.cursor !== undefined) add('cursor_invalid');
  if (route.body !== undefined) add('value_error', 'json_invalid', 'unsupported_media_type');
  if (route.body !== undefined || route.streams !== undefined)
    add('body_too_large', 'request_timeout', 'server_busy');
  if (route.isIdempotent) add('idempotency_key_reused', 'idempotency_in_progress');
  add(...(route.errors ?? []), 'internal_error', 'database_unavailable');
  return [...codes];
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = convert(schema, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: required.includes(name),
      schema: rest,
      ...(description === undefined ? {} : { description }),
    };
  });
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

/**
 * A zod schema as JSON schema. Schemas with an id move to the components. A schema whose input and output
 * differ (defaults) gets a second component with the suffix `Input`. Not `z.toJSONSchema` of a registry: that
 * converts every schema with an id, in one direction, also those that no route uses.
 */
function convert(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $schema,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json };
  const names = new Map<string, string>();
  const id = schema.meta()?.id;
  const definitions: Json = {
    ...$defs,
    ...(id === undefined || '$ref' in root ? {} : { [id]: withoutId(root) }),
  };
  for (const [name, definition] of Object.entries(definitions)) {
    const isTaken =
      name in schemas &&
      JSON.stringify(schemas[name]) !== JSON.stringify(rename(withoutId(definition as Json), names));
    names.set(name, isTaken && io === 'input' ? `${name}Input` : name);
  }
  for (const [name, definition] of Object.entries(definitions)) {
    const target = names.get(name) ?? name;
    schemas[target] ??= rename(withoutId(definition as Json), names);
  }
  if (id !== undefined && !('$ref' in root)) return { $ref: `#/components/schemas/${names.get(id) ?? id}` };
  return rename(root, names);
}

function withoutId({ id: _id, ...definition }: Json): Json {
  return definition;
}

function rename(value: Json, names: Map<string, string>): Json {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === '$ref' && typeof inner === 'string' ? componentRef(inner, names) : inner,
    ),
  ) as Json;
}

function componentRef(ref: string, names: Map<string, string>): string {
  const name = ref.split('/').at(-1) ?? ref;
  return `#/components/schemas/${names.get(name) ?? name}`;
}
