import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Line } from '../../conversations/transfer/read-lines';
import { describeJsonFault } from '../../platform/http/json-fault';
import { nameFile, toFileError, withFileErrors } from './file-errors';

/**
 * The text and the value of a JSON file.
 * @throws Error of one line when the file cannot be read or is not JSON
 */
export function readJsonText(path: string): { text: string; value: unknown } {
  let text: string;
  try {
    text = decode(readFileSync(path));
  } catch (error) {
    throw toFileError(error, path, 'read');
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch (error) {
    throw new Error(`${nameFile(path, 'read')} is not JSON: ${describeJsonFault(text)}`, { cause: error });
  }
}

/**
 * The value of a JSON file.
 * @throws as `readJsonText`
 */
export const readJsonFile = (path: string): unknown => readJsonText(path).value;

/**
 * Writes a value as a JSON file.
 * @throws Error of one line when the file cannot be written
 */
export function writeJsonFile(path: string, value: unknown): Promise<void> {
  return withFileErrors(path, 'written', () => writeFile(path, `${JSON.stringify(value, null, 2)}\n`));
}

/** The value of a JSON line, or why it has none. */
export function readJsonLine(bytes: Line['bytes']): { value: unknown } | { fault: string } {
  if (bytes === null) return { fault: 'longer than 16 MiB' };
  let text: string;
  try {
    text = decode(bytes);
  } catch {
    return { fault: 'not UTF-8' };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: 'not JSON' };
  }
}

/** @throws TypeError for bytes that are not UTF-8: what replaces them would be judged */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
