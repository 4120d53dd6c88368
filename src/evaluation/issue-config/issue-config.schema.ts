import { z } from 'zod';
import { timestampSchema } from '../../platform/http/schemas';
import type { VersionedIssueConfig } from './issue-config.repository';

const labelFields = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'should be snake_case of at most 64 characters, beginning with a letter')
    .describe('What annotations carry'),
  description: z.string().max(1000).describe('Tells the judge when the label applies'),
};

/** The labels of a request: names are unique. */
export const issueLabelsSchema = z
  .array(z.strictObject(labelFields))
  .min(1)
  .max(50)
  .superRefine((labels, context) => {
    labels.forEach(({ name }, index) => {
      if (labels.findIndex((label) => label.name === name) === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `the label ${name} is given twice`,
      });
    });
  });

export const domainContextSchema = z
  .string()
  .max(8000)
  .nullable()
  .describe('What a judge should know about the domain: terms, products, rules');

export const saveIssueConfigSchema = z
  .strictObject({
    labels: issueLabelsSchema,
    domain_context: domainContextSchema.default(null),
    version: z
      .int()
      .min(1)
      .optional()
      .describe('The version that was changed; 409 when it is not the latest'),
  })
  .meta({ id: 'SaveIssueConfig' });

export const issueConfigSchema = z
  .object({
    labels: z.array(z.object(labelFields)),
    domain_context: domainContextSchema,
    version: z.int().describe('Grows by one with each change; evaluations name the version they used'),
    created_at: timestampSchema.describe('When this version was made'),
  })
  .meta({ id: 'IssueConfig' });

export function toIssueConfigWire(config: VersionedIssueConfig): z.input<typeof issueConfigSchema> {
  return {
    labels: config.labels,
    domain_context: config.domainContext,
    version: config.version,
    created_at: config.createdAt.toISOString(),
  };
}
