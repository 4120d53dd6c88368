import { z } from 'zod';
import { uuidSchema } from '../../platform/http/schemas';
import { experimentStatusSchema, replayedTurnSchema } from '../store/experiment.schema';
import { emptyRepliesSchema, metricComparisonSchema, untestedReasonSchema } from './paired-metrics.schema';

export const baselineComparisonSchema = z
  .object({
    experiment_id: uuidSchema,
    experiment_name: z.string(),
    status: experimentStatusSchema,
    pass_through: z
      .boolean()
      .describe(
        'Whether both sides are the original replies, so that differences come from the evaluator alone',
      ),
    replay_at: replayedTurnSchema.describe('Which replies are the original ones'),
    metrics: z.array(metricComparisonSchema),
    untested_reason: untestedReasonSchema,
    empty_replies: emptyRepliesSchema,
  })
  .meta({ id: 'BaselineComparison' });
