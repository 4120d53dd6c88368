import { z } from 'zod';
import { timestampSchema, versionSchema } from '../../platform/http/schemas';
import type { VersionedIssueConfig } from './issue-config.repository';
import { issueLabelSchema, issueLabelsSchema, toIssueLabelWire } from './issue-label.schema';
import { issueConfigWarningSchema, listWarnings } from './uncovered-kinds';

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
  .meta({ id: 'SaveIssueConfigRequest' });

export const issueConfigSchema = z
  .object({
    labels: z.array(issueLabelSchema),
    domain_context: domainContextSchema,
    version: z.int().describe('Incremented with each change; evaluations reference the version they used'),
    created_at: timestampSchema.describe('When this version was created'),
  })
  .meta({ id: 'IssueConfig' });

export const issueConfigVersionParams = z.object({
  version: versionSchema.describe('The number of the version'),
});

export const savedIssueConfigSchema = issueConfigSchema
  .extend({
    warnings: z
      .array(issueConfigWarningSchema)
      .describe(
        'What the embedded evaluator does not look for with these labels; judges look for every label',
      ),
  })
  .meta({ id: 'SavedIssueConfig' });

export function toIssueConfigWire(config: VersionedIssueConfig): z.input<typeof issueConfigSchema> {
  return {
    labels: config.labels.map(toIssueLabelWire),
    domain_context: config.domainContext,
    version: config.version,
    created_at: config.createdAt.toISOString(),
  };
}

export function toSavedIssueConfigWire(config: VersionedIssueConfig): z.input<typeof savedIssueConfigSchema> {
  return { ...toIssueConfigWire(config), warnings: listWarnings(config.labels) };
}
