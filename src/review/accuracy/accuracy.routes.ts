import { defineRoute, type Route } from '../../platform/http/route';
import {
  accuracyExample,
  accuracyQuery,
  accuracySchema,
  findingPrecisionExample,
  findingPrecisionQuery,
  findingPrecisionSchema,
  toAccuracyTarget,
  toAccuracyWire,
  toFindingPrecisionWire,
} from './accuracy.schema';
import type { AccuracyService } from './accuracy.service';

export function accuracyRoutes({ accuracy }: { accuracy: AccuracyService }): Route[] {
  return [
    defineRoute({
      operationId: 'getAccuracy',
      summary: 'Correct the rates of an evaluator by a reviewed sample',
      description:
        'Prediction-powered inference (PPI++) over the replies that a sampling queue was drawn from, or over those of an ' +
        'experiment or a filter that are all among them. Only its completed items correct the rates, with 95% intervals ' +
        'for a finite population. With `baseline_id`, also the differences of two experiments.',
      tag: 'Accuracy',
      access: 'workspace',
      method: 'get',
      path: '/v1/accuracy',
      query: accuracyQuery,
      status: 200,
      response: accuracySchema,
      errors: ['query_timeout'],
      example: { response: accuracyExample },
      handler: async ({ query, workspace, signal }) =>
        toAccuracyWire(await accuracy.measure(workspace.workspaceId, toAccuracyTarget(query), signal)),
    }),
    defineRoute({
      operationId: 'getFindingPrecision',
      summary: 'Get the share of reviewed findings that people confirmed',
      description:
        'Per evaluator, label and tool, over the current findings that have a review, with 95% intervals (Wilson). They ' +
        'hold for all findings only where the reviewed ones are a random sample of them.',
      tag: 'Accuracy',
      access: 'workspace',
      method: 'get',
      path: '/v1/accuracy/findings',
      query: findingPrecisionQuery,
      status: 200,
      response: findingPrecisionSchema,
      errors: ['query_timeout'],
      example: { response: findingPrecisionExample },
      handler: async ({ query: { filter }, workspace, signal }) =>
        toFindingPrecisionWire(await accuracy.measureFindings(workspace.workspaceId, filter, signal)),
    }),
  ];
}
