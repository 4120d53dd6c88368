import { stat } from 'node:fs/promises';
import { countConversations } from '../shared/conversation-file';
import { withFileErrors } from '../shared/file-errors';
import { withProgressBar } from '../shared/progress-bar';
import { STANDARD } from '../shared/same-file';

/**
 * Shows a bar on a terminal if the length of the input is known: counting its lines reads it, and only a regular
 * file can be read twice.
 */
export async function withLineProgress<T>(
  label: string,
  input: string,
  work: (show: (done: number) => void) => Promise<T>,
): Promise<T> {
  const isCountable = input !== STANDARD && (await withFileErrors(input, 'read', () => stat(input))).isFile();
  if (!isCountable || !process.stderr.isTTY) return work(() => undefined);
  return withProgressBar(label, await countConversations(input), work);
}
