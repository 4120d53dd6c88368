import { withProgressBar } from '../shared/progress-bar';

/** Shows the progress on a terminal; in the log of a pipeline it would be noise. */
export async function showProgress<T>(
  total: number,
  work: (show: (done: number) => void) => Promise<T>,
): Promise<T> {
  return process.stderr.isTTY ? withProgressBar('Conversations', total, work) : work(() => undefined);
}
