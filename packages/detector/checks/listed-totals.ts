import type { MeasuredNumber } from '../values/quantities';

/** Of a total and its parts in a list; longer lists are sums of all that is above them. */
const PART_COUNTS = [2, 3];
const MAX_ROUNDING_ERROR = 1e-9;

/** Whether the last two or more of the amounts make up the sum. */
export function endsWithSum(amounts: readonly MeasuredNumber[], sum: number): boolean {
  let rest = sum;
  return amounts.toReversed().some(({ values: [value = 0] }, index) => {
    rest -= value;
    return index > 0 && Math.abs(rest) <= MAX_ROUNDING_ERROR * sum;
  });
}

/**
 * Whether one of the amounts of a list is what is left of the total before it ("Total: $348", "Voucher: $150", "Card: $198"),
 * or the total of the two or three after it. All others must be given.
 */
export function isInListedTotal(
  listed: readonly MeasuredNumber[],
  at: number,
  { isGiven, isTotal }: Record<'isGiven' | 'isTotal', (amount: MeasuredNumber) => boolean>,
): boolean {
  const amount = listed[at] as MeasuredNumber;
  return PART_COUNTS.some((count) => {
    const [whole, ...before] = listed.slice(Math.max(0, at - count), at);
    const after = listed.slice(at + 1, at + 1 + count);
    const isRest =
      whole !== undefined &&
      before.length === count - 1 &&
      isTotal(whole) &&
      [whole, ...before].every(isGiven) &&
      isSum(whole, [...before, amount]);
    return (
      isRest || (after.length === count && isTotal(amount) && after.every(isGiven) && isSum(amount, after))
    );
  });
}

function isSum({ values: [sum = 0] }: MeasuredNumber, parts: readonly MeasuredNumber[]): boolean {
  const added = parts.reduce((total, { values: [value = 0] }) => total + value, 0);
  return Math.abs(sum - added) <= MAX_ROUNDING_ERROR * sum;
}
