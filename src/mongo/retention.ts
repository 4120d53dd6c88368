const DAY_MS = 86_400_000;

/** When what began its life at a time expires; null: never. */
export function expiryOf(begin: Date, days: number | null): Date | null {
  return days === null ? null : new Date(begin.getTime() + days * DAY_MS);
}

/** An update pipeline that sets `expireAt` to `days` after the time in a field; null days: to never. */
export function expiryUpdate(days: number | null, begin: 'storedAt' | 'createdAt' = 'storedAt') {
  const expireAt =
    days === null ? null : { $dateAdd: { startDate: `$${begin}`, unit: 'day' as const, amount: days } };
  return [{ $set: { expireAt } }];
}

/**
 * For whoever has stored something that lives for `days`: a retention that was changed meanwhile has been applied to
 * what was there before it, and is applied once more.
 */
export async function followRetention(
  days: number | null,
  readDays: () => Promise<number | null>,
  apply: (days: number | null) => Promise<void>,
): Promise<void> {
  const daysNow = await readDays();
  if (daysNow !== days) await apply(daysNow);
}
