import { readFile } from 'node:fs/promises';
import { describeFileError, type FileUse } from '../../platform/errors/system-errors';
import { STANDARD } from './same-file';
import { oneLine } from './wording';

/** An error of a file as a sentence with its path, `-` being stdin or stdout. Other errors are returned unchanged. */
export function toFileError(error: unknown, path: string, use: FileUse): unknown {
  const reason = describeFileError(error, use);
  return reason === null ? error : new Error(`${nameFile(path, use)} ${reason}`, { cause: error });
}

/** The path as a person reads it. */
export function nameFile(path: string, use: FileUse): string {
  if (path !== STANDARD) return oneLine(path);
  return use === 'read' ? 'stdin' : 'stdout';
}

/**
 * Runs `work`, which uses the file.
 * @throws errors of the file as `toFileError`, and other errors of `work`
 */
export async function withFileErrors<T>(path: string, use: FileUse, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileError(error, path, use);
  }
}

/** The text of a file. @throws as `withFileErrors` */
export function readText(path: string): Promise<string> {
  return withFileErrors(path, 'read', () => readFile(path, 'utf8'));
}
