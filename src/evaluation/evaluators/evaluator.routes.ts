import { pageExample, toPage } from '../../platform/http/page';
import { defineRoute, type Route } from '../../platform/http/route';
import {
  changeEvaluatorSchema,
  createEvaluatorSchema,
  evaluatorListSchema,
  evaluatorParams,
  evaluatorSchema,
  evaluatorVersionParams,
  fromConfigWire,
  listEvaluatorsQuery,
  toEvaluatorWire,
} from './evaluator.schema';
import type { EvaluatorService } from './evaluator.service';
import { getEvaluatorVersion } from './requested-evaluator';

const common = { tag: 'Evaluators', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;
const path = '/v1/evaluators';
const onePath = '/v1/evaluators/{id}';
const exampleConfig = { model: 'gpt-4.1-mini', timeout_ms: 60_000, context_tokens: 128_000, verify: true };
const example = {
  id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11',
  name: 'strict judge',
  kind: 'llm_judge',
  config: { ...exampleConfig, traffic: null },
  version: 1,
  is_default: false,
  created_at: '2026-01-15T09:30:00.000Z',
};

export function evaluatorRoutes({ evaluators }: { evaluators: EvaluatorService }): Route[] {
  return [...readRoutes(evaluators), ...writeRoutes(evaluators)];
}

function readRoutes(evaluators: EvaluatorService): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'listEvaluators',
      summary: 'List the evaluators of this workspace',
      description: 'Each in its latest version.',
      path,
      query: listEvaluatorsQuery,
      response: evaluatorListSchema,
      example: { response: pageExample(example) },
      handler: async ({ query, workspace }) =>
        toPage(await evaluators.list(workspace.workspaceId, query), toEvaluatorWire, query),
    }),
    defineRoute({
      ...read,
      operationId: 'getEvaluator',
      summary: 'Get the latest version of an evaluator',
      description: 'Results name the version that produced them; this is the one that later requests use.',
      path: onePath,
      params: evaluatorParams,
      response: evaluatorSchema,
      example: { response: example },
      handler: async ({ params, workspace }) =>
        toEvaluatorWire(await getEvaluatorVersion(workspace.workspaceId, params.id)),
    }),
    defineRoute({
      ...read,
      operationId: 'getEvaluatorVersion',
      summary: 'Get a version of an evaluator, which may be an old one',
      description: 'As it was when it produced results that name it.',
      path: `${onePath}/versions/{version}`,
      params: evaluatorVersionParams,
      response: evaluatorSchema,
      example: { response: example },
      handler: async ({ params: { id, version }, workspace: { workspaceId } }) =>
        toEvaluatorWire(await getEvaluatorVersion(workspaceId, id, version)),
    }),
  ];
}

function writeRoutes(evaluators: EvaluatorService): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'createEvaluator',
      summary: 'Create an evaluator',
      description:
        'API keys of model providers are settings of the service and never part of an evaluator. With `verify`, a ' +
        'judge checks each of its findings a second time and drops those it does not confirm.',
      method: 'post',
      path,
      role: 'contributor',
      body: createEvaluatorSchema,
      status: 201,
      response: evaluatorSchema,
      errors: ['model_unknown', 'conflict'],
      isIdempotent: true,
      example: {
        request: { name: 'strict judge', kind: 'llm_judge', config: exampleConfig },
        response: example,
      },
      handler: async ({ body, workspace, resourceId }) => {
        const { name, kind } = body;
        const { config = null, traffic = config ? null : 'auto' } = fromConfigWire(body.config);
        const evaluator = { name, kind, config, traffic };
        return toEvaluatorWire(await evaluators.create(workspace.workspaceId, resourceId, evaluator));
      },
    }),
    defineRoute({
      ...common,
      operationId: 'changeEvaluator',
      summary: 'Update an evaluator or make it the default',
      description:
        'Absent fields are not changed. A change of name or config creates a new version; `is_default` alone does ' +
        'not. Making an evaluator the default replaces the current default. Stored replies are judged again only on ' +
        'request: `POST /v1/evaluations`, with `dry_run` for the cost.',
      method: 'put',
      path: onePath,
      role: 'contributor',
      params: evaluatorParams,
      body: changeEvaluatorSchema,
      status: 200,
      response: evaluatorSchema,
      errors: ['model_unknown', 'conflict'],
      example: {
        request: { config: exampleConfig, is_default: true },
        response: { ...example, version: 2, is_default: true },
      },
      handler: async ({ params, body, workspace }) => {
        const change = { name: body.name, ...fromConfigWire(body.config), isDefault: body.is_default };
        return toEvaluatorWire(await evaluators.change(workspace.workspaceId, params.id, change));
      },
    }),
  ];
}
