import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type GateReport, toJunit, toMarkdown } from '../../../packages/gate';
import { withFileErrors } from '../shared/file-errors';
import { writeJsonFile } from '../shared/json-file';
import { printJson } from '../shared/output/output';
import { describeReport } from './describe-report';

/** Where a report is written. */
export interface ReportOptions {
  junit?: string;
  markdown?: string;
  reportJson?: string;
  json?: boolean;
  output: Writable;
}

/**
 * Prints the report and writes its files.
 * @throws Error when a file cannot be written
 */
export async function publishReport(
  report: GateReport,
  { junit, markdown, reportJson, json: isJson = false, output }: ReportOptions,
): Promise<void> {
  if (isJson) printJson(report, output);
  else output.write(describeReport(report));
  const files = [
    [junit, () => toJunit(report)],
    [markdown, () => toMarkdown(report)],
  ] as const;
  for (const [path, write] of files) {
    if (path !== undefined) await withFileErrors(path, 'written', () => writeFile(path, write()));
  }
  if (reportJson !== undefined) await writeJsonFile(reportJson, report);
}
