import { z } from 'zod';
import { uuidSchema } from '../../platform/http/schemas';
import { experimentStatuses } from '../store/experiment';
import { emptyRepliesSchema, metricComparisonSchema } from './paired-metrics.schema';

export const baselineComparisonSchema = z
  .object({
    experiment_id: uuidSchema,
    experiment_name: z.string(),
    status: z.enum(experimentStatuses),
    pass_through: z
      .boolean()
      .describe(
        'Whether both sides are the original replies, so that differences come from the evaluator alone',
      ),
    metrics: z.array(metricComparisonSchema),
    empty_replies: emptyRepliesSchema,
  })
  .meta({ id: 'BaselineComparison' });
