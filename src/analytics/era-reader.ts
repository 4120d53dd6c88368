import { childLevel, type PeriodLevel, periodMs, startOf } from '../invalidation/changed-period';
import { ChangedPeriods } from '../invalidation/changed-periods';
import type { EraMarks } from '../invalidation/invalidation.service';
import { addMessage } from './add-message';
import { completeByExtents } from './complete-fragments';
import { EraWrites } from './era-writes';
import { type Interval, overlap } from './interval';
import { merge } from './merge';
import { emptyRollup, type Rollup } from './rollup';
import { type RollupList, rollupLists } from './rollup-text';
import { listMessagesIfFew, type Snapshot, scanMessages, withoutExperimentReplies } from './scan-messages';
import { scanParts, splitParts, type WindowPart } from './scan-parts';
import { findRollups, type StoredRollup } from './stored-rollup.repository';

// Messages counted, or as much other work, after which what was made is stored: less than a second of work is lost
// when the time is over.
const STORED_AFTER = 20_000;
const COST_OF_A_ROLLUP = 50;

/** Thrown where work on an era is paused; what was made before is stored. */
export class RefreshPaused extends Error {}

export interface WindowQuery {
  window: Interval;
  /** Milliseconds; every part lies in one period of that length. An hour, a day, or Infinity. */
  size: number;
  /** What the parts need; other lists may be empty. */
  lists: readonly RollupList[];
}

interface PeriodRollup extends WindowPart {
  /** When the first of its messages expires; null: never. */
  freshUntil: Date | null;
}

type BuiltRollup = Omit<PeriodRollup, 'start'> & { isDivided: boolean; cost: number };

/**
 * Reads the rollups of one era as of a snapshot, making those that have changed, are absent or have expired.
 *
 * A rollup is current unless it is marked. A period without rollup and mark holds no message if it is an era, or if
 * the period it belongs to is divided; periods in an undivided one are not stored, and counted from its messages.
 */
export class EraReader {
  private readonly changed: ChangedPeriods;
  private isEraChanged: boolean;
  private readonly since: Date;
  private readonly writes: EraWrites;
  private unstoredCost = 0;

  /** `shouldPause` is asked after each rollup that was made. */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly eraStart: number,
    private readonly marks: EraMarks | null,
    private readonly shouldPause: () => boolean = () => false,
  ) {
    this.changed = marks?.periods ?? new ChangedPeriods(eraStart);
    this.isEraChanged = marks !== null;
    this.since = marks?.since ?? snapshot.now;
    this.writes = new EraWrites(snapshot, eraStart, marks);
  }

  /** The stored rollups of one level in an interval; none when they are marked as of no use. */
  async find(
    level: PeriodLevel,
    interval: Interval,
    lists: readonly RollupList[],
  ): Promise<Map<number, StoredRollup>> {
    if (this.marks?.isWhole === true) return new Map();
    return findRollups(this.snapshot.workspaceId, level, interval, lists, this.snapshot);
  }

  /** The rollup of a period, given the stored one; null when it holds no message. */
  async read(
    level: PeriodLevel,
    start: number,
    found: StoredRollup | undefined,
  ): Promise<PeriodRollup | null> {
    if (!this.isChanged(level, start) && (found === undefined || this.isFresh(found))) {
      return found === undefined ? null : { start, rollup: found.rollup, freshUntil: found.freshUntil };
    }
    const { cost, ...made } = await this.make(level, start, found);
    const write = { level, start, ...made, isPlaceholder: false, dividesNow: false };
    this.writes.add(write, found?.version ?? null);
    this.changed.remove(level, start);
    if (level === 'era') this.isEraChanged = false;
    await this.checkpoint(cost);
    return { start, ...made };
  }

  /** The parts of a window that lie in a period, given the period's stored rollup. */
  async collect(
    level: PeriodLevel,
    start: number,
    found: StoredRollup | undefined,
    query: WindowQuery,
  ): Promise<WindowPart[]> {
    const period = { start, end: start + periodMs[level] };
    const part = overlap(query.window, period);
    if (part.start >= part.end || (found === undefined && !this.isChanged(level, start))) return [];
    if (part.start === period.start && part.end === period.end && periodMs[level] <= query.size) {
      const whole = await this.read(level, start, found);
      return whole === null ? [] : [whole];
    }
    const child = childLevel[level];
    if (child === null) return scanParts(this.snapshot, withoutExperimentReplies(part), query.size);
    if (found?.isDivided !== true) {
      if (!this.isChanged(level, start))
        return scanParts(this.snapshot, withoutExperimentReplies(part), query.size);
      const few = await listMessagesIfFew(this.snapshot, period);
      if (few !== null) return splitParts(few, part, query.size);
      this.divide(level, start, found);
    }
    const touched = { start: startOf(part.start, child), end: part.end };
    const stored = found?.isDivided === true ? await this.find(child, touched, query.lists) : new Map();
    const parts: WindowPart[] = [];
    for (const at of this.childStarts(child, touched, stored)) {
      parts.push(...(await this.collect(child, at, stored.get(at), query)));
    }
    return parts;
  }

  /** Stores what was made and is not stored yet. */
  async finish(): Promise<void> {
    this.unstoredCost = 0;
    const { workspaceId } = this.snapshot;
    const { eraStart, since } = this;
    await this.writes.store(
      this.isEraChanged ? { workspaceId, eraStart, since, ...this.changed.toPositions() } : null,
    );
  }

  private async make(
    level: PeriodLevel,
    start: number,
    found: StoredRollup | undefined,
  ): Promise<BuiltRollup> {
    const period = { start, end: start + periodMs[level] };
    const child = childLevel[level];
    if (child === null)
      return this.count(period, (add) => scanMessages(this.snapshot, withoutExperimentReplies(period), add));
    if (found?.isDivided !== true) {
      const few = await listMessagesIfFew(this.snapshot, period);
      if (few !== null) return this.count(period, async (add) => few.forEach(add));
      this.divide(level, start, found);
    }
    const stored = found?.isDivided === true ? await this.find(child, period, rollupLists) : new Map();
    const children: PeriodRollup[] = [];
    for (const at of this.childStarts(child, period, stored)) {
      const made = await this.read(child, at, stored.get(at));
      if (made !== null) children.push(made);
    }
    // Nothing lies wholly inside an interval without extent: all conversations stay fragments until it is known.
    const rollup = merge(
      children.map((one) => one.rollup),
      { start, end: start },
    );
    await completeByExtents(this.snapshot, rollup, period);
    const freshUntil = earliest(children.map((one) => one.freshUntil));
    return { rollup, freshUntil, isDivided: true, cost: COST_OF_A_ROLLUP };
  }

  private async count(
    period: Interval,
    forEach: (add: (message: Parameters<typeof addMessage>[1]) => void) => Promise<void>,
  ): Promise<BuiltRollup> {
    const rollup: Rollup = emptyRollup();
    let freshUntil: Date | null = null;
    await forEach((message) => {
      addMessage(rollup, message);
      freshUntil = earliest([freshUntil, message.expireAt]);
    });
    await completeByExtents(this.snapshot, rollup, period);
    return { rollup, freshUntil, isDivided: false, cost: COST_OF_A_ROLLUP + rollup.sums.messages };
  }

  /** From now on the rollups of what a period consists of are stored, and none of them is yet. */
  private divide(level: PeriodLevel, start: number, found: StoredRollup | undefined): void {
    this.isEraChanged = true;
    if (level !== 'era') this.changed.add(level, start);
    this.changed.addChildren(level, start);
    this.writes.add(
      {
        level,
        start,
        rollup: emptyRollup(),
        freshUntil: null,
        isDivided: true,
        isPlaceholder: true,
        dividesNow: true,
      },
      found?.version ?? null,
    );
  }

  private childStarts(
    child: Exclude<PeriodLevel, 'era'>,
    { start, end }: Interval,
    stored: ReadonlyMap<number, StoredRollup>,
  ): number[] {
    const starts = new Set([...stored.keys(), ...this.changed.list(child, start, end)]);
    return [...starts].sort((one, other) => one - other);
  }

  private async checkpoint(cost: number): Promise<void> {
    this.unstoredCost += cost;
    const isPaused = this.shouldPause();
    if (isPaused || this.unstoredCost >= STORED_AFTER) await this.finish();
    if (isPaused && this.isEraChanged) throw new RefreshPaused();
  }

  private isChanged(level: PeriodLevel, start: number): boolean {
    return level === 'era' ? this.isEraChanged : this.changed.has(level, start);
  }

  private isFresh({ freshUntil }: StoredRollup): boolean {
    return freshUntil === null || freshUntil > this.snapshot.now;
  }
}

function earliest(times: (Date | null)[]): Date | null {
  return times.reduce(
    (first, time) => (first === null || (time !== null && time < first) ? time : first),
    null,
  );
}
