import type { GrowingText } from '../evidence/growing-text';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { parseUnit, type Quantity } from '../gazetteers/units';
import type { Region } from '../text/regions';
import type { NumberMention } from '../values/numbers';
import { findSymbolAfter } from '../values/quantities';
import type { Fractions } from './fractions';

export const MAX_QUANTITIES = 200;
const MAX_MENTIONS = 5000;
/** Characters between neighbors. */
const MAX_GAP = 14;

interface MeasuredMention extends Quantity, Region {}

/** Neighbors of one dimension added up: 5'11", "1 hour 30 minutes". */
export function sumNeighbors(before: MeasuredMention | null, after: MeasuredMention | null): Quantity | null {
  if (before === null || after === null || before.dimension !== after.dimension) return null;
  return after.start - before.end < MAX_GAP ? { ...before, size: before.size + after.size } : null;
}

/** The quantities of numbers in digits, or in words. */
export class MeasuredNumbers {
  readonly quantities: Quantity[] = [];
  first: MeasuredMention | null = null;
  last: MeasuredMention | null = null;
  readonly follower: Follower<NumberMention>;

  constructor(
    mentions: readonly NumberMention[],
    source: GrowingText,
    fractions: Fractions,
    private readonly log: UndoLog,
  ) {
    this.follower = new Follower(mentions, log, (mention, index) => {
      if (index >= MAX_MENTIONS || fractions.cover(mention.start)) return;
      const unit = parseUnit(findSymbolAfter(source.text, mention));
      if (unit !== null) this.addMention(mention, unit);
    });
  }

  private addMention({ start, end, values }: NumberMention, unit: Quantity): void {
    const { first, last, log } = this;
    const measured = { start, end, ...multiply(unit, values[0] ?? 0) };
    const sum = sumNeighbors(last, measured);
    for (const quantity of [
      ...values.map((value) => multiply(unit, value)),
      ...(sum === null ? [] : [sum]),
    ]) {
      if (this.quantities.length < MAX_QUANTITIES) log.push(this.quantities, quantity);
    }
    log.record(() => {
      this.first = first;
      this.last = last;
    });
    this.first ??= measured;
    this.last = measured;
  }
}

/** A number of a quantity. */
export const multiply = ({ dimension, size }: Quantity, count: number): Quantity => ({
  dimension,
  size: size * count,
});
