import { defineRoute, type Route } from '../platform/http/route';
import { modelListSchema, toModelWire } from './model.schema';
import type { ModelRegistry } from './model-registry';

/** The models to choose from. */
export function modelRoutes({ registry }: { registry: Pick<ModelRegistry, 'list'> }): Route[] {
  return [
    defineRoute({
      operationId: 'listModels',
      summary: 'List the known models with their prices',
      description:
        'The models in the settings of the providers, those of OpenAI if it is configured, and `embedded/extractive`. ' +
        'A provider may have others, which requests may name too; no provider is asked.',
      tag: 'Models',
      method: 'get',
      path: '/v1/models',
      access: 'workspace',
      status: 200,
      response: modelListSchema,
      example: {
        response: {
          items: [
            {
              name: 'gpt-4.1-mini',
              provider: 'openai',
              input_per_1m_usd: 0.4,
              cached_input_per_1m_usd: 0.1,
              output_per_1m_usd: 1.6,
            },
            {
              name: 'embedded/extractive',
              provider: 'embedded',
              input_per_1m_usd: 0,
              cached_input_per_1m_usd: 0,
              output_per_1m_usd: 0,
            },
          ],
        },
      },
      handler: async () => ({ items: registry.list().map(toModelWire) }),
    }),
  ];
}
