import type { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { toCallsWire } from '../../providers/priced-calls.schema';
import { createExperimentExample } from '../wire/experiment.examples';
import { estimateExperimentSchema } from '../wire/experiment.schema';
import { estimateSchema } from './estimate.schema';
import type { EstimateService, ExperimentEstimate } from './estimate.service';

export function estimateRoutes({ estimates }: { estimates: EstimateService }): Route[] {
  return [
    defineRoute({
      operationId: 'estimateExperiment',
      summary: 'Estimate the model calls, tokens and cost of an experiment',
      description:
        'Accepts the body of the creation of an experiment, also without a name, and starts nothing. Tokens of up to 100 ' +
        'conversations are counted by the tokenizer of the family of the model; those of the rest are extrapolated from ' +
        'their length. New replies are assumed to have between half and twice the length ' +
        'of the original ones. Retries, prices of cached input, and an early end by `stop_when` or `max_cost_cents` are not ' +
        'considered.',
      tag: 'Experiments',
      access: 'workspace',
      role: 'viewer',
      method: 'post',
      path: '/v1/experiments/estimate',
      body: estimateExperimentSchema,
      status: 200,
      response: estimateSchema,
      errors: ['model_unknown', 'model_price_unknown', 'query_timeout'],
      example: {
        request: createExperimentExample,
        response: {
          conversations_count: 2,
          items_count: 2,
          counted_items_count: 2,
          generation: {
            model: 'gpt-4o-mini',
            calls: { low: 2, high: 2 },
            input_tokens: { low: 812, high: 812 },
            output_tokens: { low: 48, high: 192 },
            cost_cents: { low: 0.015, high: 0.0237 },
          },
          judging: null,
          cost_cents: { low: 0.015, high: 0.0237 },
        },
      },
      handler: async ({ body, workspace: { workspaceId }, signal }) =>
        toEstimateWire(await estimates.estimateExperiment(workspaceId, body, signal)),
    }),
  ];
}

function toEstimateWire(estimate: ExperimentEstimate): z.input<typeof estimateSchema> {
  return {
    conversations_count: estimate.conversations,
    items_count: estimate.items,
    counted_items_count: estimate.countedItems,
    generation: estimate.generation && toCallsWire(estimate.generation),
    judging: estimate.judging && toCallsWire(estimate.judging),
    cost_cents: estimate.costCents,
  };
}
