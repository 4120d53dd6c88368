import type { z } from 'zod';
import { type BodyLimits, bodyLimitsOf } from '../http/body-limits';
import type { Route } from '../http/route';
import { describeResponses, exampleOf } from './responses';
import { convert, type Json, type Schemas } from './schemas';

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

export function describeOperation(route: Route, maxBodyBytes: number, schemas: Schemas): Json {
  const operation: Json = {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
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
  const content = describeContent(route, schemas);
  if (Object.keys(content).length > 0) {
    const description = describeBody(route, bodyLimitsOf(route, maxBodyBytes));
    operation.requestBody = { required: true, description, content };
  }
  return operation;
}

function securityOf({ access, acceptsBasic = false }: Route): Json[] {
  if (access === 'public') return [];
  return [{ apiKey: [] }, ...(acceptsBasic ? [{ basic: [] }] : []), { session: [] }];
}

/** Each operation of the API accepts the header, so that clients may always send it. */
function workspaceHeaderOf({ access, path }: Route): Json[] {
  if (access === 'workspace') return [workspaceHeader];
  return path.startsWith('/v1/') ? [unusedWorkspaceHeader] : [];
}

function describeContent({ body, streams = {}, example }: Route, schemas: Schemas): Json {
  const bodies = { ...(body && { 'application/json': body }), ...streams };
  return Object.fromEntries(
    Object.entries(bodies).map(([mediaType, schema]) => [
      mediaType,
      {
        schema: convert(schema, 'input', schemas),
        ...(mediaType.endsWith('json') ? exampleOf(example?.request) : {}),
      },
    ]),
  );
}

function describeBody({ isIngestion }: Route, { maxBytes, encodings, timeoutMs }: BodyLimits): string {
  return (
    `At most ${maxBytes} bytes after decompression, within ${timeoutMs / 1000} s; ` +
    `Content-Encoding: ${encodings.join(', ')}.` +
    (isIngestion ? '' : ' Text may not hold NUL characters or lone surrogates.') +
    ' No key may be `__proto__`.'
  );
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query', schemas: Schemas): Json[] {
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
