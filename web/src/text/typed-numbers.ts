/** Converts typed US dollars to cents without floating-point error: 0.07 is 7. Returns 0 for NaN. */
export function toCents(dollars: string): number {
  // NaN would become null in JSON, which means no limit; the API refuses 0.
  return Number((100 * Number(dollars)).toPrecision(12)) || 0;
}

/** Returns the error of a typed number of days; null if it is valid. */
export function validateDays(days: string): string | null {
  // NaN would become null in JSON.
  return /^0*[1-9][0-9]*$/.test(days.trim()) ? null : 'Enter a whole number of days, 1 or more';
}
