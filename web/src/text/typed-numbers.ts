/** US dollars as they are typed, in cents: 0.07 is 7, although 100 × 0.07 is not. What is no number is 0. */
export function toCents(dollars: string): number {
  // JSON would make null of it, which is no limit; 0 is refused.
  return Number((100 * Number(dollars)).toPrecision(12)) || 0;
}
