const cached = [0];

/** The natural logarithm of n!, for an integer n of at least 0. */
export function logFactorial(n: number): number {
  for (let k = cached.length; k <= n; k += 1) cached.push((cached[k - 1] ?? 0) + Math.log(k));
  return cached[n] ?? 0;
}
