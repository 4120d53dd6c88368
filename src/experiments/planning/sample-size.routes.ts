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
        'each. With fewer than 30 pairs of replies, 20% are assumed to differ. With `samples_per_item`, the variance ' +
        'within conversations is that of past experiments with several samples.',
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
          samples_per_item: 1,
          discordance: 0.2,
          discordance_source: 'default',
          past_experiments_count: 0,
          past_pairs_count: 0,
          within_conversation: null,
          conversations: 658,
          items_count: 658,
          conversations_with_one_sample: 658,
          conversations_with_stop_when: 1384,
        },
      },
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { min_effect: minEffect, alpha, power, samples_per_item: samplesPerItem } = query;
        const question = { minEffect, alpha, power, samplesPerItem };
        return toSampleSizeWire(await sampleSize.findSampleSize(workspaceId, question, signal));
      },
    }),
  ];
}

function toSampleSizeWire(sampleSize: SampleSize): z.input<typeof sampleSizeSchema> {
  return {
    min_effect: sampleSize.minEffect,
    alpha: sampleSize.alpha,
    power: sampleSize.power,
    samples_per_item: sampleSize.samplesPerItem,
    discordance: sampleSize.discordance,
    discordance_source: sampleSize.isDefault ? 'default' : 'past_experiments',
    past_experiments_count: sampleSize.pastExperiments,
    past_pairs_count: sampleSize.pastPairs,
    within_conversation: sampleSize.withinConversation,
    conversations: sampleSize.conversations,
    items_count: sampleSize.conversations && sampleSize.conversations * sampleSize.samplesPerItem,
    conversations_with_one_sample: sampleSize.conversationsWithOneSample,
    conversations_with_stop_when: sampleSize.conversationsWithStopWhen,
  };
}
