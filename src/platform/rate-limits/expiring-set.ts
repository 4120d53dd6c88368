import { currentTimeMs } from '../clock';

export type ExpiringSet = ReturnType<typeof createExpiringSet>;

/** A set of names that expire; beyond the capacity, the oldest is removed. */
export function createExpiringSet({ capacity, maxAgeMs }: { capacity: number; maxAgeMs: number }) {
  const addedAt = new Map<string, number>();

  return {
    add(name: string): void {
      addedAt.delete(name); // so that it becomes the newest
      addedAt.set(name, currentTimeMs());
      if (addedAt.size <= capacity) return;
      for (const first of addedAt.keys()) {
        addedAt.delete(first);
        return;
      }
    },

    has(name: string): boolean {
      const at = addedAt.get(name);
      return at !== undefined && currentTimeMs() - at < maxAgeMs;
    },

    delete(name: string): void {
      addedAt.delete(name);
    },
  };
}
