import { errorSchema } from '../http/error-body';
import type { Route } from '../http/route';
import { headers } from './headers';
import { describeOperation } from './operation';
import { describeResponses, errorExamples } from './responses';
import { convert, type Json, mapDiscriminators, type Schemas } from './schemas';

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: assay_ws_… or assay_user_…' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The id of a workspace or the name of its key, and the key. Only where an operation says so',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'assay_session',
    description: 'From POST /v1/auth/login',
  },
};

/** The OpenAPI 3.1 document of all routes. */
export function buildOpenApi(
  routes: readonly Route[],
  { version, maxBodyBytes }: { version: string; maxBodyBytes: number },
): Json {
  const schemas: Schemas = {};
  const paths: Record<string, Json> = {};
  // Responses first: a component of both has the name of what is returned, independent of the order of routes.
  for (const route of routes) describeResponses(route, schemas);
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Json)[route.method] = describeOperation(route, maxBodyBytes, schemas);
  }
  convert(errorSchema, 'output', schemas);
  mapDiscriminators(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      contact: { name: 'Assay' },
      description:
        'Finds hallucinations in LLM conversations and highlights them character by character. Re-runs stored conversations to compare models and prompts. ' +
        'Ids, sets and models in a request have to exist in the workspace: another one is a 422, or a 404 in the path.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: { schemas, headers, examples: errorExamples(routes), securitySchemes },
  };
}
