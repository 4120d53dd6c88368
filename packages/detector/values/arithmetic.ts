import { type Amount, convert, isSameUnit, type MeasuredNumber } from './quantities';

/** One operation on two amounts. */
export interface Step {
  /** In the unit that was asked for. */
  value: number;
  kind: 'sum' | 'difference' | 'product' | 'quotient' | 'share' | 'portion' | 'rise' | 'fall' | 'span';
}

const isYear = ({ value, measured }: Amount): boolean =>
  measured.quantity === null && Number.isInteger(value) && value >= 1500 && value <= 2100;
const isBare = ({ measured }: Amount): boolean => measured.quantity === null;
const isPercent = ({ quantity }: MeasuredNumber): boolean => quantity === 'percent';

/** The amount in the unit of `claim`; of one without a unit, and for one, the number alone. Null for another quantity. */
function valueIn({ value, measured }: Amount, claim: MeasuredNumber): number | null {
  if (measured.quantity === null || claim.quantity === null || isSameUnit(measured, claim)) return value;
  return convert(value, measured, claim);
}

/** What one operation on two amounts gives in the unit of `claim`, whose quantity has to come out. */
export function listSteps(one: Amount, other: Amount, claim: MeasuredNumber): Step[] {
  if (isYear(one) || isYear(other)) {
    return isYear(one) && isYear(other) ? [step('span', Math.abs(one.value - other.value))] : [];
  }
  const isOfOneUnit =
    isSameUnit(one.measured, other.measured) || convert(1, one.measured, other.measured) !== null;
  return [
    ...(isOfOneUnit ? listOfOneUnit(one, other, claim) : []),
    ...listMultiples(one, other, claim),
    ...listMultiples(other, one, claim),
  ];
}

function listOfOneUnit(one: Amount, other: Amount, claim: MeasuredNumber): Step[] {
  const [own, more] = [valueIn(one, claim), valueIn(other, claim)];
  const steps: Step[] = [];
  const isOfUnit = isBare(one) ? !isPercent(claim) : own !== null;
  if (own !== null && more !== null && isOfUnit) {
    steps.push(step('sum', own + more));
    steps.push(step('difference', Math.abs(own - more)));
  }
  const value = convert(other.value, other.measured, one.measured) ?? other.value;
  for (const [part, whole] of [
    [one.value, value],
    [value, one.value],
  ] as const) {
    if (isPercent(claim) && whole !== 0 && !isPercent(one.measured)) {
      if (part <= whole) steps.push(step('share', (100 * part) / whole));
      const kind = part > whole ? 'rise' : 'fall';
      steps.push(step(kind, (100 * Math.abs(part - whole)) / whole));
    }
    if (claim.quantity === null && whole !== 0) steps.push(step('quotient', part / whole));
  }
  return steps;
}

/**
 * What a number of `amount`, a share of it or one of so many parts of it is. What is paid or done per unit is multiplied by
 * so many units: 95 EUR per hour, 8 hours a day.
 */
function listMultiples(amount: Amount, factor: Amount, claim: MeasuredNumber): Step[] {
  if (isRateOfExchange(amount, factor, claim))
    return [step('product', amount.value * factor.value), step('quotient', amount.value / factor.value)];
  const own = valueIn(amount, claim);
  if (own === null || (isPercent(claim) && !isPercent(amount.measured))) return [];
  if (isPercent(factor.measured) && !isPercent(amount.measured)) {
    const share = (own * factor.value) / 100;
    return [step('portion', share), step('portion', own + share), step('portion', own - share)];
  }
  if (factor.value === 0 || factor.value === 1) return [];
  const product = step('product', own * factor.value);
  const isExchange = amount.measured.quantity === 'money' && factor.measured.quantity === 'money';
  if (isBare(factor) || (isExchange && !isSameUnit(amount.measured, factor.measured)))
    return [product, step('quotient', own / factor.value)];
  const isRate = !isExchange && !isBare(amount) && !isPercent(factor.measured);
  return isRate && amount.measured.unit !== factor.measured.unit ? [product] : [];
}

/** An amount of money for one in another currency, by a number with decimals: of whole ones there are several things. */
const isRateOfExchange = ({ measured }: Amount, factor: Amount, claim: MeasuredNumber): boolean =>
  measured.quantity === 'money' &&
  claim.quantity === 'money' &&
  !isSameUnit(measured, claim) &&
  isBare(factor) &&
  !Number.isInteger(factor.value);

/** Sums of decimals are off by less. */
const PRECISION = 1e6;

const step = (kind: Step['kind'], value: number): Step => ({
  kind,
  value: Math.round(value * PRECISION) / PRECISION,
});
