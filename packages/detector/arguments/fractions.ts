import { Beginning, type GrowingText } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { type FractionMention, scanFractions } from '../values/fractions';

const MAX_READ = 50_000;
const MAX_FRACTIONS = 200;

/** Fractions that follow a whole number or are of a unit, in the first 50,000 characters of a conversation, at most 200. */
export class Fractions {
  /** In order; `update` completes it. */
  readonly list: FractionMention[] = [];
  /** Those that are measured. */
  private readonly measured: FractionMention[] = [];
  readonly update: () => void;

  constructor(source: GrowingText, log: UndoLog) {
    const beginning = new Beginning(source, MAX_READ);
    this.update = new ScanFollower(beginning, log, scanFractions, ({ fraction }) => {
      if (fraction === null || this.list.length === MAX_FRACTIONS) return;
      log.push(this.list, fraction);
      if (fraction.isMeasured) log.push(this.measured, fraction);
    }).update;
  }

  /** Whether what begins at the place is part of a measured fraction: "one and a half hours" states no one. */
  cover(place: number): boolean {
    if (place >= (this.measured.at(-1)?.end ?? 0)) return false;
    return this.measured.some(({ start, end }) => place >= start && place < end);
  }
}
