/**
 * Calls `check` until it returns a value, and returns that. The pauses grow from 50 to 250 ms: a long wait of shorter ones
 * keeps a processor busy that another test needs.
 * @throws Error after the deadline
 */
export async function eventually<Result>(
  check: () => Promise<Result | undefined | null | false>,
  deadlineMs = 120_000,
): Promise<Result> {
  const end = Date.now() + deadlineMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(1.3 * pauseMs, 250)) {
    const result = await check();
    if (result !== undefined && result !== null && result !== false) return result;
    if (Date.now() > end) throw new Error(`not so within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
