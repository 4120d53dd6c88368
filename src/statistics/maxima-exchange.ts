import type { DifferenceTest } from './difference-test';

/**
 * The test of the difference of the maxima of paired values that exchanges the two values of a pair: exact if they are
 * exchangeable. The maxima differ as much as observed only if all values above the smaller maximum, of which there are k
 * in k pairs, are on one side: with probability 2^-k for a given side. Bounds invert the test for values that are
 * exchangeable after a shift. So they are order statistics. Fewer than six pairs never reach p < 0.05.
 */
export function maximaTest(first: readonly number[], second: readonly number[]): DifferenceTest {
  const [baseline, candidate] = [descending(first), descending(second)];
  const [topFirst, topSecond] = [baseline[0] ?? 0, candidate[0] ?? 0];
  const pBelow = (margin: number) => 2 ** -countAbove(baseline, topSecond - margin);
  const pAbove = (margin: number) => 2 ** -countAbove(candidate, topFirst + margin);
  return {
    difference: topSecond - topFirst,
    pairs: first.length,
    pValue: Math.min(1, 2 * pBelow(0), 2 * pAbove(0)),
    pBelow,
    pAbove,
    lowerBound: (alpha) => plus(candidate[rankAt(alpha)], -topFirst),
    upperBound: (alpha) => plus(topSecond, -(baseline[rankAt(alpha)] ?? Number.NaN)),
    spread: null,
  };
}

/** The rank, from 0, of the value that has to be exceeded for a one-sided p-value of at most alpha. */
function rankAt(alpha: number): number {
  return Math.ceil(-Math.log2(alpha)) - 1;
}

function plus(value: number | undefined, other: number): number | null {
  const sum = (value ?? Number.NaN) + other;
  return Number.isNaN(sum) ? null : sum;
}

function descending(values: readonly number[]): number[] {
  return [...values].sort((one, other) => other - one);
}

function countAbove(values: readonly number[], bound: number): number {
  const found = values.findIndex((value) => value <= bound);
  return found < 0 ? values.length : found;
}
