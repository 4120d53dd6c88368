import { z } from 'zod';
import { defineRoute, type Route } from '../../platform/http/route';
import type { SampleDataService } from './sample-data.service';
import { STORY_SIZE } from './shop-story';

const sampleDataSchema = z
  .object({ conversation_count: z.int().describe('Stored conversations of the sample data') })
  .meta({ id: 'SampleData' });

const deletionSchema = z
  .object({ deleted_count: z.int().describe('Deleted conversations') })
  .meta({ id: 'SampleDataDeletion' });

const loadRequestSchema = z
  .strictObject({
    story: z.enum(['shop']).meta({ id: 'SampleStory' }).describe('What the conversations are about'),
  })
  .meta({ id: 'LoadSampleDataRequest' });

const common = { tag: 'Sample data', access: 'workspace', path: '/v1/sample-data', status: 200 } as const;
const example = { response: { conversation_count: STORY_SIZE } };

/** Sample data of a workspace. */
export function sampleDataRoutes({ samples }: { samples: SampleDataService }): Route[] {
  return [
    defineRoute({
      ...common,
      operationId: 'getSampleData',
      summary: 'Count the stored sample conversations',
      description: '0 if they were never stored or have been deleted.',
      method: 'get',
      response: sampleDataSchema,
      example,
      handler: async ({ workspace }) => ({
        conversation_count: await samples.count(workspace.workspaceId),
      }),
    }),
    defineRoute({
      ...common,
      operationId: 'loadSampleData',
      summary: 'Store sample conversations with verdicts',
      description:
        `${STORY_SIZE} conversations of a shop's assistant in the last two weeks, with two models and two versions of ` +
        'the prompt, judged by the embedded evaluator: no provider is called. Their tag is `sample: shop`. ' +
        'Repeating the request stores those that are missing. Those older than the retention do not count.',
      method: 'post',
      role: 'contributor',
      isIngestion: true,
      body: loadRequestSchema,
      response: sampleDataSchema,
      errors: ['conflict'],
      example: { request: { story: 'shop' }, ...example },
      handler: async ({ workspace, signal }) => ({
        conversation_count: await samples.load(workspace.workspaceId, signal),
      }),
    }),
    defineRoute({
      ...common,
      operationId: 'deleteSampleData',
      summary: 'Delete the sample conversations',
      description: 'With their verdicts. Other conversations are not affected.',
      method: 'delete',
      role: 'contributor',
      response: deletionSchema,
      example: { response: { deleted_count: STORY_SIZE } },
      handler: async ({ workspace }) => ({
        deleted_count: await samples.remove(workspace.workspaceId),
      }),
    }),
  ];
}
