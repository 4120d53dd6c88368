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
 * Whether an amount is what is left of the total before it ("Total: $348", "Voucher: $150", "Card: $198"), or the total of
 * the two or three after it. `before` and `after` are the amounts around it, in order. All others must be given.
 */
export function isInListedTotal(
  amount: MeasuredNumber,
  { before, after }: Record<'before' | 'after', readonly MeasuredNumber[]>,
  { isGiven, isTotal }: Record<'isGiven' | 'isTotal', (amount: MeasuredNumber) => boolean>,
): boolean {
  const isWhole = (whole: MeasuredNumber, parts: readonly MeasuredNumber[]): boolean =>
    isTotal(whole) && isSum(whole, parts) && [whole, ...parts].every((one) => one === amount || isGiven(one));
  return PART_COUNTS.some((count) => {
    const [whole, ...others] = before.slice(-count);
    const parts = after.slice(0, count);
    return (
      (whole !== undefined && others.length === count - 1 && isWhole(whole, [...others, amount])) ||
      (parts.length === count && isWhole(amount, parts))
    );
  });
}

function isSum({ values: [sum = 0] }: MeasuredNumber, parts: readonly MeasuredNumber[]): boolean {
  const added = parts.reduce((total, { values: [value = 0] }) => total + value, 0);
  return Math.abs(sum - added) <= MAX_ROUNDING_ERROR * sum;
}
