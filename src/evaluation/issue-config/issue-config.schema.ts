import { z } from 'zod';
import { timestampSchema } from '../../platform/http/schemas';
import type { VersionedIssueConfig } from './issue-config.repository';

const labelFields = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case, start with a letter and have at most 64 characters')
    .describe('The `label` of annotations'),
  description: z.string().max(1000).describe('Instructs the judge when the label applies'),
};

/** The labels in a request, with unique names. */
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
        message: `duplicate label ${name}`,
      });
    });
  });

export const domainContextSchema = z
  .string()
  .max(8000)
  .nullable()
  .describe('Domain knowledge for judges: terms, products, rules');

export const saveIssueConfigSchema = z
  .strictObject({
    labels: issueLabelsSchema,
    domain_context: domainContextSchema.default(null),
    version: z
      .int()
      .min(1)
      .optional()
      .describe('The version that the change is based on; 409 if it is not the latest'),
  })
  .meta({ id: 'SaveIssueConfig' });

export const issueConfigSchema = z
  .object({
    labels: z.array(z.object(labelFields)),
    domain_context: domainContextSchema,
    version: z.int().describe('Incremented with each change; evaluations reference the version they used'),
    created_at: timestampSchema.describe('When this version was created'),
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
