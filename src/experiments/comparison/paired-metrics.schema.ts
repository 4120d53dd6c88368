import { z } from 'zod';
import { leftOutReasons } from './left-out';
import { pairedMetrics } from './paired-metrics';
import { untestedReasons } from './untested';

const count = z.int().gte(0);
const number = z.number().nullable();

export const metricComparisonSchema = z
  .object({
    metric: z.enum(pairedMetrics).meta({ id: 'PairedMetric' }),
    label: z
      .string()
      .nullable()
      .describe('Of an issue rate of one label; null for all labels and for other metrics'),
    value: number.describe(
      'Mean over the conversations, in each over its replies, defined like the metric of the same name; null without pairs',
    ),
    baseline_value: number,
    difference: number.describe('value - baseline_value'),
    interval_low: number.describe(
      '95% interval of the difference: a score interval for issue rates, with several samples that of the sign-flip test, ' +
        'a confidence sequence if they are read early; a paired bootstrap for other metrics',
    ),
    interval_high: number,
    p_value: number.describe(
      'Exact two-sided McNemar test of issue rates, with several samples a sign-flip test of their means by conversation; null for other metrics, without pairs, and if read early: while ' +
        'a side is running, after `stop_when` has ended it or its source, or after conversations were added',
    ),
    e_value: number.describe(
      'Evidence against equal issue rates that may be read at any time, decided from 20; null unless read early',
    ),
    n: count.describe('Conversations with a value on both sides'),
    left_out: z
      .array(
        z
          .object({ reason: z.enum(leftOutReasons).meta({ id: 'LeftOutReason' }), count: z.int().gte(1) })
          .meta({ id: 'LeftOutPairs' }),
      )
      .describe('The other pairs, by reason. A reason with the prefix `baseline_` is about the baseline'),
  })
  .meta({ id: 'MetricComparison' });

export const untestedReasonSchema = z
  .enum(untestedReasons)
  .meta({ id: 'UntestedReason' })
  .nullable()
  .describe(
    'Why p-values, e-values and intervals of all metrics are null. `chosen_by_outcome`: the original replies were chosen by ' +
      'their outcome, so any rerun is expected to differ from them. Null: there are tests',
  );

export const emptyRepliesSchema = z
  .object({ count, baseline_count: count, n: count.describe('Pairs that have replies on both sides') })
  .meta({ id: 'EmptyReplies' })
  .describe('Numbers of pairs with a reply without text and tool calls');
