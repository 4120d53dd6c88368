import { defineRoute, type Route } from '../../platform/http/route';
import { accuracyExample, accuracyQuery, accuracySchema, toAccuracyWire } from './accuracy.schema';
import type { AccuracyService } from './accuracy.service';

export function accuracyRoutes({ accuracy }: { accuracy: AccuracyService }): Route[] {
  return [
    defineRoute({
      operationId: 'getAccuracy',
      summary: 'Correct the rates of an evaluator by a reviewed sample',
      description:
        'Prediction-powered inference (PPI++) over the replies that a sampling queue was drawn from. Only its completed ' +
        'items correct the rates, with 95% intervals for a finite population.',
      tag: 'Review queues',
      access: 'workspace',
      method: 'get',
      path: '/v1/accuracy',
      query: accuracyQuery,
      status: 200,
      response: accuracySchema,
      errors: ['query_timeout'],
      example: { response: accuracyExample },
      handler: async ({ query: { queue_id, evaluator_id }, workspace, signal }) => {
        const asked = { queueId: queue_id, evaluatorId: evaluator_id };
        return toAccuracyWire(await accuracy.measure(workspace.workspaceId, asked, signal));
      },
    }),
  ];
}
