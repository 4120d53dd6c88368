const DAY_MS = 86_400_000;

/** When a document whose life began at `begin` expires; null: never. */
export function expiryOf(begin: Date, days: number | null): Date | null {
  return days === null ? null : new Date(begin.getTime() + days * DAY_MS);
}
