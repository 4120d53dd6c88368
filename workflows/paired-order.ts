import type { PairedOutcomes } from '../packages/statistics';
import type { PairOutcome } from './contracts';

/**
 * Counts pairs in the order in which their items start. Long replies end later and may have more issues, so the order
 * of completion would favor short ones: a pair that ends early is buffered until all before it have ended.
 */
export class PairedOrder {
  private readonly open: { outcome: PairOutcome | null; hasEnded: boolean }[] = [];

  /** `counted` is updated in place. */
  constructor(private readonly counted: PairedOutcomes) {}

  /** Registers an item that starts. The returned function records its outcome (null: no pair). */
  start(): (outcome: PairOutcome | null) => void {
    const entry: { outcome: PairOutcome | null; hasEnded: boolean } = { outcome: null, hasEnded: false };
    this.open.push(entry);
    return (outcome) => {
      entry.outcome = outcome;
      entry.hasEnded = true;
    };
  }

  /** Counts the next pair in order; false if it has not ended. */
  countNext(): boolean {
    const [next] = this.open;
    if (next === undefined || !next.hasEnded) return false;
    this.open.shift();
    if (next.outcome === null) return true;
    this.counted.pairs += 1;
    if (next.outcome === 'only_original') this.counted.onlyInFirst += 1;
    if (next.outcome === 'only_reply') this.counted.onlyInSecond += 1;
    return true;
  }
}
