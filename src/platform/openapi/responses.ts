import { z } from 'zod';
import { type ErrorCode, errorCatalog } from '../errors/app-error';
import { groupBy } from '../group-by';
import type { Route } from '../http/route';
import { errorCodesOf } from './error-codes';
import { errorHeaders, successHeaders } from './headers';
import { convert, type Json, type Schemas } from './schemas';

export function describeResponses(route: Route, schemas: Schemas): Json {
  const responses: Json = { [route.status]: describeSuccess(route, schemas) };
  if (route.noContent !== undefined) {
    responses[204] = { description: route.noContent, headers: successHeaders(route) };
  }
  for (const [status, { description, schema, example }] of Object.entries(route.foreignErrors ?? {})) {
    const content = { 'application/json': { schema: convert(schema, 'output', schemas), example } };
    responses[status] = { description, headers: errorHeaders(route, Number(status)), content };
  }
  const byStatus = groupBy(errorCodesOf(route), (code) => errorCatalog[code].status);
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = describeError(route, status, codes);
  }
  return responses;
}

function describeSuccess(route: Route, schemas: Schemas): Json {
  const success: Json = { description: 'Success', headers: successHeaders(route) };
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
        {
          schema: convert(schema, 'input', schemas),
          ...(mediaType.endsWith('json') ? exampleOf(route.example?.response) : {}),
        },
      ]),
    );
  }
  return success;
}

/** The schema of the body when there is one; a null response has no body. */
function bodySchema(response: z.ZodType): z.ZodType {
  return response instanceof z.ZodNullable ? (response.unwrap() as z.ZodType) : response;
}

export function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

function describeError(route: Route, status: number, codes: ErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join(' '),
    headers: errorHeaders(route, status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

/** An example of each error of the routes, to which responses refer. */
export function errorExamples(routes: readonly Route[]): Json {
  const codes = new Set(routes.flatMap(errorCodesOf));
  return Object.fromEntries(
    [...codes]
      .sort()
      .map((code) => [code, { summary: errorCatalog[code].title, value: { detail: [exampleEntry(code)] } }]),
  );
}

function exampleEntry(code: ErrorCode): Json {
  if (code === 'value_error') {
    return { loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: null, ctx: {} };
  }
  return { loc: [], msg: errorCatalog[code].title, type: code, input: null, ctx: {} };
}
