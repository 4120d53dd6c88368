import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withFileErrors } from '../shared/file-errors';
import { isSameFile } from '../shared/same-file';
import type { ReportOptions } from './publish-report';

/**
 * Checks before anything runs that the reports can be written, and replace nothing that the gate reads.
 * @throws Error that names the option
 */
export async function checkOutputs(
  { junit, markdown, reportJson }: ReportOptions,
  inputs: readonly (string | undefined)[],
): Promise<void> {
  const outputs = { '--junit': junit, '--markdown': markdown, '--report-json': reportJson };
  const paths = Object.values(outputs).filter((path) => path !== undefined);
  if (new Set(paths.map((path) => resolve(path))).size < paths.length)
    throw new Error('--junit, --markdown and --report-json must name different files');
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    if (inputs.some((input) => input !== undefined && isSameFile(input, path)))
      throw new Error(`${option} ${path} would overwrite what the gate reads`);
    const present = await stat(path).catch(() => null);
    if (present?.isDirectory()) throw new Error(`${option} ${path} is a folder, not a file`);
    const writablePath = present === null ? dirname(path) : path;
    await withFileErrors(`${option} ${path}`, 'written', () => access(writablePath, constants.W_OK));
  }
}
