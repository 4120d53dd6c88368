const REDRAW_MS = 1_000;
const PLAIN_LINE_MS = 15_000;

/** Logs one line for a person, without its line end. */
export type Log = (line: string) => void;

/**
 * Shows progress of `work` with its duration on stderr: one line redrawn every second on a terminal, a new
 * line every 15 s elsewhere. `detail` adds the amount done so far.
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
