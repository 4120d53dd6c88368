import { type MeasuredNumber, measureNumber, RANGE } from '../values/measures';
import type { NumberMention } from '../values/numbers';
import type { GrowingText } from './growing-text';
import { Follower, type UndoLog } from './undo-log';

/** The same of evidence, whose numbers grow in number. */
export class EvidenceMeasures {
  private readonly list: MeasuredNumber[] = [];
  /** The last numbers without a unit, each of which has that of the next one: "5 to" before "10 km". */
  private chain: MeasuredNumber[] = [];
  private readonly follower: Follower<NumberMention>;
  private readonly byValue = new Map<number, MeasuredNumber[]>();
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
    this.all();
    this.valueFollower.update();
    return this.byValue.get(value) ?? [];
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
    this.log.push(this.list, measured);
  }

  private endChain(next: MeasuredNumber | null): void {
    if (this.chain.length === 0) return;
    const { chain } = this;
    for (const measured of chain) {
      const { quantity, unit } = next ?? measured;
      this.log.push(this.list, { ...measured, quantity, unit });
    }
    this.log.record(() => {
      this.chain = chain;
    });
    this.chain = [];
  }

  private addValues(measured: MeasuredNumber): void {
    for (const value of measured.values) {
      const same = this.byValue.get(value);
      if (same === undefined) this.log.set(this.byValue, value, [measured]);
      else if (!same.some((other) => isSameMeasure(other, measured))) this.log.push(same, measured);
    }
  }
}

const isSameMeasure = (one: MeasuredNumber, other: MeasuredNumber): boolean =>
  one.quantity === other.quantity && one.unit === other.unit;
