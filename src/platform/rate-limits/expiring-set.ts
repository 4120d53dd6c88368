import { currentTimeMs } from '../clock';

export type ExpiringSet = ReturnType<typeof createExpiringSet>;

/** Remembers names for a time; beyond the capacity the one that was added first is forgotten. */
export function createExpiringSet({ capacity, maxAgeMs }: { capacity: number; maxAgeMs: number }) {
  const addedAt = new Map<string, number>();

  return {
    add(name: string): void {
      addedAt.delete(name); // so that it comes last
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
