import { z } from 'zod';
import { comparators } from './filter-ast';

export const validateFilterSchema = z
  .strictObject({
    filter: z.string().describe('As it will be sent'),
    requires_bounds: z
      .boolean()
      .default(true)
      .describe('Whether `created_at` needs a lower and an upper bound, as analytics want them'),
  })
  .meta({ id: 'ValidateFilter' });

export const filterValidationSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(
      z.object({
        msg: z.string(),
        position: z.int().describe('In Unicode code points, 0-based'),
        length: z.int().describe('In Unicode code points; 0 where something is absent'),
        expected: z.array(z.string()).describe('What could stand there; empty when that is no short list'),
      }),
    ),
  })
  .meta({ id: 'FilterValidation' });

export const filterFieldListSchema = z
  .object({
    fields: z.array(
      z.object({
        name: z.string().describe('`tags.<key>` stands for the tag of any key'),
        kind: z.enum(['text', 'set', 'tags', 'number', 'time']),
        comparators: z.array(z.enum(comparators)),
        values: z.array(z.string()).nullable().describe('All the field can hold; null: any'),
        description: z.string(),
        example: z.string(),
      }),
    ),
  })
  .meta({ id: 'FilterFieldList' });
