/** Logs progress on stderr; stdout has only the report. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Measures what `start` has started, and stops that at the end. SIGINT and SIGTERM abort the signal without
 * waiting for the current measurement.
 */
export async function measureOn<Started extends { stop(): Promise<void> }, Measured>(
  start: (signal: AbortSignal) => Promise<Started>,
  measure: (started: Started, signal: AbortSignal) => Promise<Measured>,
): Promise<Measured> {
  const stopAsked = new AbortController();
  const { signal } = stopAsked;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopAsked.abort());
  const started = await start(signal);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The benchmark was stopped')));
  });
  try {
    return await Promise.race([measure(started, signal), stopped]);
  } finally {
    await started.stop();
  }
}

/** Exits the process after a benchmark: with 0, or with 1 and the reason. */
export function exitAfter(benchmark: Promise<unknown>): void {
  benchmark.then(
    () => process.exit(0),
    (error: unknown) => {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      process.exit(1);
    },
  );
}
