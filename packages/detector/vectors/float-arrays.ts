/** The scalar product of two vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis += 1) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

/** The mean, 0 of none. */
export function computeMean(values: Float32Array): number {
  return values.length === 0 ? 0 : computeSum(values) / values.length;
}

/** The sum of the values. */
export function computeSum(values: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  return sum;
}

/** The values in descending order; the given array stays as it is. */
export function sortDescending(values: Float32Array): Float32Array {
  return values.slice().sort().reverse();
}

/** The probability of log-odds. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
