import { defineRoute, type Route } from '../../platform/http/route';
import { experimentParams } from '../wire/experiment.schema';
import { baselineComparisonExample } from './baseline-comparison.examples';
import { baselineComparisonSchema } from './baseline-comparison.schema';
import type { BaselineComparisonService } from './baseline-comparison.service';
import { toEmptyRepliesWire, toMetricComparisonWire } from './paired-metrics.mapper';

export function baselineComparisonRoutes({
  baselineComparison,
}: {
  baselineComparison: BaselineComparisonService;
}): Route[] {
  return [
    defineRoute({
      operationId: 'compareWithBaseline',
      summary: 'Compare an experiment with the original replies of its conversations',
      description:
        'Pairs each new reply with the original reply of its conversation. Issue rates, over all labels and of each ' +
        'label that occurs, have an exact McNemar test; other metrics have a paired bootstrap interval. For a ' +
        'running experiment, the results so far are compared, and the test of issue rates may be read at any time. The tests are not corrected for their number. If the ' +
        'original replies were chosen by their outcome, there is no test: create a fresh baseline and compare with that.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/baseline-comparison',
      params: experimentParams,
      status: 200,
      response: baselineComparisonSchema,
      errors: ['query_timeout'],
      example: { response: baselineComparisonExample },
      handler: async ({ params, workspace: { workspaceId }, signal }) => {
        const { experiment, metrics, untestedReason, emptyReplies } =
          await baselineComparison.compareWithBaseline(workspaceId, params.experiment_id, signal);
        return {
          experiment_id: experiment.id,
          experiment_name: experiment.name,
          status: experiment.status,
          pass_through: experiment.isPassThrough,
          replay_at: experiment.replayAt,
          metrics: metrics.map(toMetricComparisonWire),
          untested_reason: untestedReason,
          empty_replies: toEmptyRepliesWire(emptyReplies),
        };
      },
    }),
  ];
}
