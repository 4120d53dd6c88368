import { currentTimeMs } from '../clock';

/** After a failed read the number that was known before is returned for so long. */
const RETRY_AFTER_MS = 5_000;

/**
 * Reads a number by key at most once in the time that its age may be; concurrent callers share a read. When a read
 * fails, the number before is returned, where there is one: a slow count refuses nobody.
 */
export function cacheCounts(
  read: (key: string) => Promise<number>,
  maxAgeMs: (count: number) => number,
): (key: string) => Promise<number> {
  const MAX_KEYS = 10_000;
  const known = new Map<string, { count: Promise<number>; until: number }>();
  return (key) => {
    const entry = known.get(key);
    if (entry !== undefined && currentTimeMs() < entry.until) return entry.count;
    if (known.size >= MAX_KEYS) known.clear();
    let ageMs = maxAgeMs;
    const count = read(key).catch((error: unknown) => {
      if (entry === undefined) throw error;
      ageMs = () => RETRY_AFTER_MS;
      return entry.count;
    });
    const fresh = { count, until: Number.POSITIVE_INFINITY };
    known.set(key, fresh);
    count.then(
      (value) => {
        fresh.until = currentTimeMs() + ageMs(value);
      },
      () => known.delete(key),
    );
    return count;
  };
}
