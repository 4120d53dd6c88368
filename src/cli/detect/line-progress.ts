import { stat } from 'node:fs/promises';
import { countConversations } from '../shared/conversation-file';
import { withProgressBar } from '../shared/progress-bar';
import { STANDARD } from './same-file';

/**
 * With a bar on stderr, unless nobody knows how long the input is: to count the lines it is read, and only a
 * regular file can be read again.
 */
export async function withLineProgress<T>(
  input: string,
  work: (show: (done: number) => void) => Promise<T>,
): Promise<T> {
  const isCountable = input !== STANDARD && (await stat(input)).isFile();
  if (!isCountable) return work(() => undefined);
  return withProgressBar('Judging', await countConversations(input), work);
}
