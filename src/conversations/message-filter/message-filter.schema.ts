import { z } from 'zod';
import { comparators } from './filter-ast';
import { fieldKinds, filterSubjects } from './filter-fields';

const subjectSchema = z
  .enum(filterSubjects)
  .meta({ id: 'FilterSubject' })
  .default('messages')
  .describe('What the filter selects; findings have other fields');

export const listFilterFieldsQuery = z.strictObject({ subject: subjectSchema });

export const validateFilterSchema = z
  .strictObject({
    filter: z.string().describe('The filter text'),
    requires_bounds: z
      .boolean()
      .default(true)
      .describe('Whether `created_at` needs a lower and an upper bound, as in analytics'),
    subject: subjectSchema,
  })
  .meta({ id: 'ValidateFilterRequest' });

export const filterValidationSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(
      z
        .object({
          msg: z.string(),
          position: z.int().describe('In Unicode code points, 0-based'),
          length: z.int().describe('In Unicode code points; 0 if something is missing'),
          expected: z.array(z.string()).describe('Accepted alternatives; empty if they cannot be listed'),
        })
        .meta({ id: 'FilterProblem' }),
    ),
  })
  .meta({ id: 'FilterValidation' });

export const filterFieldListSchema = z
  .object({
    fields: z.array(
      z
        .object({
          name: z.string().describe('`tags.<key>` is the tag with any key'),
          kind: z.enum(fieldKinds).meta({ id: 'FilterFieldKind' }),
          comparators: z.array(z.enum(comparators).meta({ id: 'FilterComparator' })),
          values: z.array(z.string()).nullable().describe('All values of the field; null: any value'),
          description: z.string(),
          example: z.string(),
        })
        .meta({ id: 'FilterField' }),
    ),
  })
  .meta({ id: 'FilterFieldList' });
