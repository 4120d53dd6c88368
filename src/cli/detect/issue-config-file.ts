import { z } from 'zod';
import type { IssueConfig } from '../../../packages/detector';
import { saveIssueConfigSchema } from '../../evaluation/issue-config/issue-config.schema';
import { listWarnings } from '../../evaluation/issue-config/uncovered-kinds';
import { parseOrThrow } from '../../platform/http/parse-or-throw';
import { readJsonFile } from '../shared/json-file';

/** The form of a request, or of a response, which a file may have from `GET /v1/issue-config`. */
const fileSchema = saveIssueConfigSchema.extend({
  created_at: z.unknown().optional(),
  warnings: z.unknown().optional(),
});

/**
 * Reads the issue configuration of a file, with what the embedded evaluator does not look for.
 * @throws Error of one line when the file cannot be read or is invalid
 */
export function readIssueConfig(path: string): { issueConfig: IssueConfig; warnings: string[] } {
  const { labels, domain_context: domainContext } = parseOrThrow(
    fileSchema,
    readJsonFile(path),
    'issue configuration',
    `Invalid issue configuration in ${path}: `,
  );
  const warnings = listWarnings(labels).map(({ message }) => message);
  return { issueConfig: { labels, domainContext }, warnings };
}
