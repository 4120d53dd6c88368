/** How often a lock was taken, and since when, because MongoDB deletes unused locks. */
export interface LockVersion {
  epoch: string;
  taken: number;
}

interface Entry<Value> {
  version: LockVersion;
  value: Value;
  bytes: number;
  until: number;
}

/**
 * Caches the state that locks protect. A value is returned only to the next holder of the lock after it was
 * saved: if another process has taken the lock in between, the state may have changed. The least recently
 * used values are evicted.
 */
export class LockCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private bytes = 0;

  constructor(private readonly limits: { maxBytes: number; maxAgeMs: number }) {}

  /** `version`: of the lock that the caller has just taken. */
  find(name: string, { epoch, taken }: LockVersion): Value | null {
    const entry = this.entries.get(name);
    if (entry === undefined || entry.until < Date.now()) return null;
    const isNext = entry.version.epoch === epoch && entry.version.taken === taken - 1;
    return isNext ? entry.value : null;
  }

  /** `version`: of the lock in the committed transaction that has stored the state. */
  save(name: string, version: LockVersion, value: Value, bytes: number): void {
    const before = this.entries.get(name);
    if (before?.version.epoch === version.epoch && before.version.taken > version.taken) return;
    this.remove(name);
    if (bytes > this.limits.maxBytes) return;
    this.entries.set(name, { version, value, bytes, until: Date.now() + this.limits.maxAgeMs });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.limits.maxBytes) break;
      this.remove(oldest);
    }
  }

  private remove(name: string): void {
    this.bytes -= this.entries.get(name)?.bytes ?? 0;
    this.entries.delete(name);
  }
}
