/**
 * Calls `check` until it returns a value, and returns that.
 * @throws Error after the deadline
 */
export async function eventually<Result>(
  check: () => Promise<Result | undefined | null | false>,
  deadlineMs = 60_000,
): Promise<Result> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== null && result !== false) return result;
    if (Date.now() > end) throw new Error(`not so within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
