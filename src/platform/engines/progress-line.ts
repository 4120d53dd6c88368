const REDRAW_MS = 1_000;
const PLAIN_LINE_MS = 15_000;

/** Receives one line of text, without its line end, meant for a person. */
export type Log = (line: string) => void;

/**
 * Shows on stderr that `work` goes on and for how long: one line redrawn every second on a terminal, a new line
 * every 15 s elsewhere. `detail` adds what is known of the amount done.
 */
export async function withProgressLine<T>(
  label: string,
  work: () => Promise<T>,
  detail: () => string = () => '',
): Promise<T> {
  const { stderr } = process;
  const startedAt = Date.now();
  const text = () =>
    [`${label} ... ${Math.round((Date.now() - startedAt) / 1000)} s`, detail()].filter(Boolean).join(', ');
  const draw = () => stderr.write(stderr.isTTY ? `\r\x1b[2K${text()}` : `${text()}\n`);
  const timer = setInterval(draw, stderr.isTTY ? REDRAW_MS : PLAIN_LINE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (stderr.isTTY) stderr.write('\r\x1b[2K');
  }
}
