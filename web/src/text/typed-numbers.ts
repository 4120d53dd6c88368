/** US dollars as they are typed, in cents: 0.07 is 7, although 100 × 0.07 is not. What is no number is 0. */
export function toCents(dollars: string): number {
  // JSON would make null of it, which is no limit; 0 is refused.
  return Number((100 * Number(dollars)).toPrecision(12)) || 0;
}

/** What is wrong with a number of days as it is typed; null when nothing is. */
export function validateDays(days: string): string | null {
  // What is no number would become null in JSON.
  return /^0*[1-9][0-9]*$/.test(days.trim()) ? null : 'Enter a whole number of days, 1 or more';
}
