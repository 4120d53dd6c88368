import { SingleBar } from 'cli-progress';

const PLAIN_LINE_MS = 5_000;

/** Shows the progress of `work` on stderr: a bar on a terminal, occasional lines elsewhere. */
export async function withProgressBar<T>(
  label: string,
  total: number,
  work: (show: (done: number) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar({
    format: `${label} [{bar}] {value}/{total}, {duration_formatted}`,
    barsize: 30,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_MS,
    forceRedraw: !process.stderr.isTTY, // without a terminal, an unchanged bar would become an empty line
    stream: process.stderr,
  });
  bar.start(total, 0);
  try {
    return await work((done) => bar.update(done));
  } finally {
    bar.stop();
  }
}
