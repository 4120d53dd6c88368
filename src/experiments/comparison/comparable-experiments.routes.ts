import { z } from 'zod';
import { byTime, type Pager } from '../../platform/http/pager';
import { defineRoute, type Route } from '../../platform/http/route';
import { pageQuery, timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { ComparableExperiment } from '../store/comparable-experiment.repository';
import { experimentStatusSchema } from '../store/experiment.schema';
import { experimentExample } from '../wire/experiment.examples';
import { experimentParams } from '../wire/experiment.schema';
import type { ComparableExperimentsService } from './comparable-experiments.service';

export const comparableExperimentSchema = z
  .object({
    id: uuidSchema,
    name: z.string(),
    model: z.string(),
    status: experimentStatusSchema,
    pass_through: z.boolean(),
    baseline_of_experiment_id: uuidSchema.nullable(),
    issue_rate: z.number().nullable().describe('Of all its replies; null until it has ended'),
    shared_conversations_count: z.int().gte(1),
    created_at: timestampSchema,
  })
  .meta({ id: 'ComparableExperiment' });

const comparableExperimentListSchema = z
  .object({
    items: z.array(comparableExperimentSchema),
    has_more: z.boolean(),
    next_page_cursor: z.string().nullable(),
  })
  .meta({ id: 'ComparableExperimentList' });

const example = {
  id: '0a4d8e2f-3b6c-4f71-9d25-8c1e7a5b3f77',
  name: 'Current model',
  model: 'gpt-4o',
  status: experimentExample.status,
  pass_through: false,
  baseline_of_experiment_id: null,
  issue_rate: 0.5,
  shared_conversations_count: 2,
  created_at: experimentExample.created_at,
};

export function comparableExperimentsRoutes({
  comparableExperiments,
  pager,
}: {
  comparableExperiments: ComparableExperimentsService;
  pager: Pager;
}): Route[] {
  return [
    defineRoute({
      operationId: 'listComparableExperiments',
      summary: 'List the experiments that share conversations with an experiment, newest first',
      description:
        'At most 50 experiments are examined for a page, so it may have few entries or none. Continue while ' +
        '`has_more` is true.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/{experiment_id}/comparable-experiments',
      params: experimentParams,
      query: z.strictObject({ cursor: pageQuery(50).cursor }),
      status: 200,
      response: comparableExperimentListSchema,
      errors: ['query_timeout'],
      example: { response: { items: [example], has_more: false, next_page_cursor: null } },
      handler: async ({ params: { experiment_id: id }, query, workspace: { workspaceId }, signal }) => {
        const { comparable, nextCursor } = await pager.read({
          order: byTime,
          scope: ['comparable-experiments', workspaceId, id],
          cursor: query.cursor,
          find: (position) => comparableExperiments.listComparable(workspaceId, id, position, signal),
        });
        return {
          items: comparable.map(toWire),
          has_more: nextCursor !== null,
          next_page_cursor: nextCursor,
        };
      },
    }),
  ];
}

function toWire({
  experiment,
  sharedConversations,
}: ComparableExperiment): z.input<typeof comparableExperimentSchema> {
  return {
    id: experiment.id,
    name: experiment.name,
    model: experiment.model,
    status: experiment.status,
    pass_through: experiment.isPassThrough,
    baseline_of_experiment_id: experiment.baselineOfExperimentId,
    issue_rate: experiment.tally?.metrics.issueRate ?? null,
    shared_conversations_count: sharedConversations,
    created_at: experiment.createdAt.toISOString(),
  };
}
