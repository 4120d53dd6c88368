import type { NumberMention } from '../values/numbers';
import {
  type Amount,
  isSameUnit,
  joinParts,
  listConversions,
  type MeasuredNumber,
  measureAmbiguous,
  measureNumber,
  RANGE,
} from '../values/quantities';
import type { GrowingText } from './growing-text';
import { SortedNumbers } from './sorted-numbers';
import { Follower, type UndoLog } from './undo-log';

/** The different amounts in one unit. */
class Amounts {
  private readonly values: number[] = [];
  private readonly firsts = new Map<number, MeasuredNumber>();
  private readonly sorted: SortedNumbers;

  constructor(
    readonly sample: MeasuredNumber,
    private readonly log: UndoLog,
  ) {
    this.sorted = new SortedNumbers(this.values, log);
  }

  add(value: number, measure: MeasuredNumber): void {
    if (this.firsts.has(value)) return;
    this.log.set(this.firsts, value, measure);
    this.log.push(this.values, value);
  }

  /** The nearest amount, where it is written first. */
  nearest(value: number): Amount | null {
    const [near] = this.sorted.nearest(value, 1);
    return near === undefined ? null : { value: near, measured: this.firsts.get(near) as MeasuredNumber };
  }
}

/** How far a conversion may be off, as a share, for what it rounds to no other digit. */
const MAX_CONVERSION_ERROR = 0.025;

function isConverted(converted: number, value: number, { precision }: MeasuredNumber): boolean {
  const error = Math.abs(converted - value);
  return error <= precision / 2 && error <= MAX_CONVERSION_ERROR * Math.abs(value);
}

/** The same of evidence, whose numbers grow in number. */
export class EvidenceMeasures {
  private readonly list: MeasuredNumber[] = [];
  /** The last numbers without a unit, each of which has that of the next one: "5 to" before "10 km". */
  private chain: MeasuredNumber[] = [];
  private readonly follower: Follower<NumberMention>;
  private readonly byValue = new Map<number, MeasuredNumber[]>();
  private readonly byUnit = new Map<string, Amounts>();
  private readonly valueFollower: Follower<MeasuredNumber>;

  constructor(
    private readonly source: GrowingText,
    private readonly inOrder: readonly NumberMention[],
    private readonly log: UndoLog,
  ) {
    this.follower = new Follower(inOrder, log, (mention, index) => this.addMention(mention, index));
    this.valueFollower = new Follower(this.list, log, (measured) => this.addValues(measured));
  }

  /** In order; the same list each time. What may change is undone before the text grows. */
  all(): readonly MeasuredNumber[] {
    this.follower.update();
    this.endChain(null);
    return this.list;
  }

  /** Those with the value, the first in each unit: what repeats one without end must not be compared with each of them. */
  withValue(value: number): readonly MeasuredNumber[] {
    this.complete();
    return this.byValue.get(value) ?? [];
  }

  private complete(): void {
    this.all();
    this.valueFollower.update();
  }

  /** The nearest amount in the unit of `claim`. */
  nearest(value: number, claim: MeasuredNumber): Amount | null {
    let nearest: Amount | null = null;
    for (const near of this.nearestOfUnits(value, (sample) => isSameUnit(sample, claim))) {
      if (nearest === null || Math.abs(near.value - value) < Math.abs(nearest.value - value)) nearest = near;
    }
    return nearest;
  }

  /** An amount in another unit that is `value` of the unit of `claim`, as far as its digits go. */
  findConverted(value: number, claim: MeasuredNumber): MeasuredNumber | null {
    this.complete();
    for (const amounts of this.byUnit.values()) {
      for (const target of listConversions(value, claim, amounts.sample)) {
        const near = amounts.nearest(target);
        const own = near === null ? [] : listConversions(near.value, amounts.sample, claim);
        if (own.some((converted) => isConverted(converted, value, claim))) return near?.measured ?? null;
      }
    }
    return null;
  }

  private *nearestOfUnits(value: number, fits: (sample: MeasuredNumber) => boolean): Generator<Amount> {
    this.complete();
    for (const amounts of this.byUnit.values()) {
      const near = fits(amounts.sample) ? amounts.nearest(value) : null;
      if (near !== null) yield near;
    }
  }

  /** The list, to be followed; `all` completes it. */
  get followed(): readonly MeasuredNumber[] {
    return this.list;
  }

  private addMention(mention: NumberMention, index: number): void {
    const { text } = this.source;
    const measured = measureNumber(text, mention);
    const gap = index === 0 ? '' : text.slice(this.inOrder[index - 1]?.end, mention.start);
    if (this.chain.length > 0 && !RANGE.test(gap)) this.endChain(null);
    if (measured.quantity === null) {
      this.log.push(this.chain, measured);
      return;
    }
    this.endChain(measured);
    const last = this.list.at(-1);
    const whole = last === undefined ? null : joinParts(text, last, measured);
    this.log.push(this.list, measured);
    if (whole !== null) this.log.push(this.list, whole);
  }

  private endChain(next: MeasuredNumber | null): void {
    if (this.chain.length === 0) return;
    const { chain } = this;
    for (const measured of chain) {
      const { quantity, unit, size, end } = next ?? measured;
      this.log.push(this.list, { ...measured, quantity, unit, size, end });
    }
    this.log.record(() => {
      this.chain = chain;
    });
    this.chain = [];
  }

  private amountsIn(measure: MeasuredNumber): Amounts {
    const key = `${measure.quantity} ${measure.unit}`;
    const cached = this.byUnit.get(key);
    if (cached !== undefined) return cached;
    const amounts = new Amounts(measure, this.log);
    this.log.set(this.byUnit, key, amounts);
    return amounts;
  }

  private addValues(measure: MeasuredNumber): void {
    const amounts = this.amountsIn(measure);
    for (const value of measure.values) amounts.add(value, measure);
    const ambiguous = measure.quantity === null ? measureAmbiguous(this.source.text, measure) : null;
    // "3 m" may be three million, or three meters, of which another unit is worked out.
    if (ambiguous !== null) this.amountsIn(ambiguous).add(ambiguous.values[0] as number, ambiguous);
    for (const value of measure.values) {
      const same = this.byValue.get(value);
      if (same === undefined) this.log.set(this.byValue, value, [measure]);
      else if (!same.some((other) => isSameMeasure(other, measure))) this.log.push(same, measure);
    }
  }
}

const isSameMeasure = (one: MeasuredNumber, other: MeasuredNumber): boolean =>
  one.quantity === other.quantity && one.unit === other.unit;
