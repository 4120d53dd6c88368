/** Values, and how often each was observed. */
export type Counts = readonly (readonly [value: number, count: number])[];

export function countValues(values: readonly number[]): Counts {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/** 0 without values. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}
