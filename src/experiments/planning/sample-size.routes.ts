import type { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import { sampleSizeQuery, sampleSizeSchema } from './sample-size.schema';
import type { SampleSize, SampleSizeService } from './sample-size.service';

export function sampleSizeRoutes({ sampleSize }: { sampleSize: SampleSizeService }): Route[] {
  return [
    defineRoute({
      operationId: 'getSampleSize',
      summary: 'Get how many conversations a minimum effect needs',
      description:
        'Computes how many conversations an experiment needs to find a difference of `min_effect` from the original ' +
        'replies, from how often both differed in the latest 20 ended experiments of the workspace, 500 items of ' +
        'each. With fewer than 30 pairs of replies, 20% are assumed to differ.',
      tag: 'Experiments',
      access: 'workspace',
      method: 'get',
      path: '/v1/experiments/plan',
      query: sampleSizeQuery,
      status: 200,
      response: sampleSizeSchema,
      example: {
        response: {
          min_effect: 0.05,
          alpha: 0.05,
          power: 0.8,
          discordance: 0.2,
          discordance_source: 'default',
          past_experiments_count: 0,
          past_pairs_count: 0,
          conversations: 658,
          conversations_with_stop_when: 1384,
        },
      },
      handler: async ({ query, workspace: { workspaceId } }) => {
        const { min_effect: minEffect, alpha, power } = query;
        const found = await sampleSize.findSampleSize(workspaceId, { minEffect, alpha, power });
        return toSampleSizeWire(found);
      },
    }),
  ];
}

function toSampleSizeWire(found: SampleSize): z.input<typeof sampleSizeSchema> {
  return {
    min_effect: found.minEffect,
    alpha: found.alpha,
    power: found.power,
    discordance: found.discordance,
    discordance_source: found.isDefault ? 'default' : 'past_experiments',
    past_experiments_count: found.pastExperiments,
    past_pairs_count: found.pastPairs,
    conversations: found.conversations,
    conversations_with_stop_when: found.conversationsWithStopWhen,
  };
}
