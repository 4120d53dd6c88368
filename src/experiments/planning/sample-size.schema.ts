import { z } from 'zod';
import { MAX_SAMPLES_PER_ITEM } from '../store/samples';

const count = z.int().gte(0);

export const sampleSizeQuery = z.strictObject({
  min_effect: z
    .number()
    .gte(0.001)
    .lt(1)
    .default(0.05)
    .describe('The smallest difference of the issue rates to find, 0..1'),
  alpha: z.number().gte(0.001).lte(0.2).default(0.05).describe('How probable a false difference may be'),
  power: z
    .number()
    .gte(0.5)
    .lte(0.99)
    .default(0.8)
    .describe('How probable it should be to find a difference of min_effect'),
  samples_per_item: z
    .int()
    .gte(1)
    .lte(MAX_SAMPLES_PER_ITEM)
    .default(1)
    .describe('Replies to each conversation, whose mean is compared with the original reply'),
});

export const sampleSizeSchema = z
  .object({
    min_effect: z.number(),
    alpha: z.number(),
    power: z.number(),
    samples_per_item: count,
    discordance: z
      .number()
      .describe('Share of conversations of which one reply has an issue, and the other has not'),
    discordance_source: z
      .enum(['past_experiments', 'default'])
      .meta({ id: 'DiscordanceSource' })
      .describe('`default` where past experiments have too few pairs of replies'),
    past_experiments_count: count.describe('The latest ended experiments that were read'),
    past_pairs_count: count,
    within_conversation: z
      .number()
      .nullable()
      .describe(
        'Variance of having an issue among the replies to one conversation, in past experiments with several samples. With ' +
          'fewer than 30 such conversations null, and further samples are assumed to save no conversation',
      ),
    conversations: count
      .nullable()
      .describe('For one test after all conversations; null if 10,000 items are too few'),
    items_count: count.nullable().describe('`conversations` × `samples_per_item`'),
    conversations_with_one_sample: count
      .nullable()
      .describe('`conversations` without further samples; null if 10,000 are too few'),
    conversations_with_stop_when: count
      .nullable()
      .describe(
        'At most, with `stop_when` or read item by item; null if 10,000 are too few, and with several samples, which ' +
          '`stop_when` does not accept',
      ),
  })
  .meta({ id: 'SampleSize' });
