import {
  childLevel,
  type PeriodLevel,
  periodMs,
  startOf,
} from '../conversations/changed-periods/changed-period';
import type { EraMarks } from '../conversations/changed-periods/changed-period.repository';
import { ChangedPeriods } from '../conversations/changed-periods/changed-periods';
import { completeByExtents } from './complete-fragments';
import { addToSegments } from './count-segments';
import type { CountedMessage } from './counted-message.repository';
import { EraWrites } from './era-writes';
import { type Interval, noTime, overlap } from './interval';
import { type RollupList, rollupLists } from './rollup-text';
import { listMessagesIfFew, type Snapshot, scanMessages, withoutExperimentReplies } from './scan-messages';
import { scanWindow, splitParts, type WindowPart } from './scan-parts';
import { emptySegmentedRollup, mergeSegmented, noSegments, type SegmentChoice, tagKeysIn } from './segments';
import { findRollups, type StoredRollup } from './stored-rollup.repository';

// Work after which built rollups are stored, in counted messages. It takes less than a second, which bounds
// the work that a timeout can discard.
const CHECKPOINT_COST = 20_000;
const ROLLUP_COST = 50;
// Most conversations are longer than a step, and fragments in it: rollups of steps are large.
const HOUR_FACTOR = 4;

type Reading = Pick<WindowQuery, 'lists' | 'choice'>;

/** What shows whether a rollup is current. */
export const headsOnly: Reading = { lists: [], choice: noSegments };
const withoutSegments: Reading = { lists: rollupLists, choice: noSegments };

/** Thrown when a rollup was built without a tag that is chosen. */
export class UnreadyTag extends Error {}

/** Thrown when work on an era is paused. The rollups built before are stored. */
export class RefreshPaused extends Error {}

export interface WindowQuery {
  window: Interval;
  /** Length of the periods that the window is divided into, in milliseconds: an hour, a day, or Infinity. */
  size: number;
  /** The lists that are read; the others may be empty. */
  lists: readonly RollupList[];
  /** The segments that are read; if it is one, the whole may be empty. */
  choice: SegmentChoice;
}

interface PeriodRollup extends WindowPart {
  /** When the first of its messages expires; null: never. */
  freshUntil: Date | null;
  /** The tags whose values are segments of it. */
  tagKeys: readonly string[];
}

type BuiltRollup = Omit<PeriodRollup, 'start'> & { isDivided: boolean; cost: number };

/**
 * Reads the rollups of one era in a snapshot, and builds those that are changed, missing or expired.
 *
 * A rollup is current unless it is marked. An era without a rollup and without a mark has no messages; the
 * same holds for the periods of a divided period. The periods of an undivided period are not stored: their
 * messages are counted. An era has no segments: its blocks list different values.
 */
export class EraReader {
  private readonly changed: ChangedPeriods;
  private isEraChanged: boolean;
  private readonly since: Date;
  private readonly writes: EraWrites;
  private unstoredCost = 0;
  private rest: Interval[] = [];
  /** The stored hours of the block that is collected; null: not read. */
  private hours: Map<number, StoredRollup> | null = null;
  private readonly everything: Reading;
  private readonly tagKeys: readonly string[];

  /**
   * `shouldPause` is called after each rollup that a refresher has built; null for queries, which leave rollups with
   * other tags than the workspace's to the refresher.
   */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly eraStart: number,
    marks: EraMarks | null,
    private readonly shouldPause: (() => boolean) | null = null,
  ) {
    this.changed = marks?.periods ?? new ChangedPeriods(eraStart);
    this.isEraChanged = marks !== null;
    this.since = marks?.since ?? snapshot.now;
    this.writes = new EraWrites(snapshot, marks);
    this.tagKeys = tagKeysIn(snapshot.dimensions);
    this.everything = { lists: rollupLists, choice: { dimensions: snapshot.dimensions, value: null } };
  }

  /** The stored rollups of one level in an interval. */
  async find(
    level: PeriodLevel,
    interval: Interval,
    reading: Reading = this.everything,
  ): Promise<Map<number, StoredRollup>> {
    return findRollups(this.snapshot.workspaceId, level, interval, reading, this.snapshot);
  }

  /** The rollup of a period, given the stored one; null if the period has no messages. */
  async read(
    level: PeriodLevel,
    start: number,
    storedRollup: StoredRollup | undefined,
  ): Promise<PeriodRollup | null> {
    if (this.isCurrent(level, start, storedRollup)) {
      return storedRollup === undefined ? null : { start, ...storedRollup };
    }
    const { cost, ...built } = await this.build(level, start, storedRollup);
    const write = { level, start, ...built, isPlaceholder: false, dividesNow: false };
    this.writes.add(write, storedRollup?.version ?? null);
    this.changed.remove(level, start);
    if (level === 'era') this.isEraChanged = false;
    await this.checkpoint(cost);
    return { start, ...built };
  }

  /** The parts of a window that lie in a period, given the stored rollup of the period. */
  async collect(
    level: PeriodLevel,
    start: number,
    storedRollup: StoredRollup | undefined,
    query: WindowQuery,
  ): Promise<WindowPart[]> {
    const period = { start, end: start + periodMs[level] };
    const part = overlap(query.window, period);
    if (part.start >= part.end || (storedRollup === undefined && !this.isChanged(level, start))) return [];
    const child = childLevel[level];
    const hasSegments = level !== 'era' || query.choice.dimensions.length === 0;
    // A changed period that is divided is left to the refresher: its parts cost less than all of its segments.
    const isRead =
      hasSegments &&
      (child === null || storedRollup?.isDivided !== true || this.isCurrent(level, start, storedRollup));
    if (isRead && part.start === period.start && part.end === period.end && periodMs[level] <= query.size) {
      const whole = await this.read(level, start, storedRollup);
      if (whole === null) return [];
      if (!tagKeysIn(query.choice.dimensions).every((key) => whole.tagKeys.includes(key)))
        throw new UnreadyTag();
      return [whole];
    }
    if (child === null) return this.scanLater(part);
    if (storedRollup?.isDivided !== true) {
      if (!this.isChanged(level, start)) return this.scanLater(part);
      const few = await this.listIfFew(level, period);
      if (few !== null) return splitParts(this.snapshot, few, part, query.size, query.choice);
      this.divide(level, start, storedRollup);
    }
    const childrenSpan = { start: startOf(part.start, child), end: part.end };
    const isDivided = storedRollup?.isDivided === true;
    const storedChildren = isDivided ? await this.findChildren(child, childrenSpan, query) : new Map();
    const parts: WindowPart[] = [];
    for (const at of this.childStarts(child, childrenSpan, storedChildren)) {
      parts.push(...(await this.collect(child, at, storedChildren.get(at), query)));
    }
    return parts;
  }

  /** The parts of a window that `collect` has left to be counted from messages: neighbors are read together. */
  async scanRest(query: WindowQuery): Promise<WindowPart[]> {
    const intervals: Interval[] = [];
    for (const { start, end } of this.rest.sort((one, other) => one.start - other.start)) {
      const last = intervals.at(-1);
      if (last !== undefined && last.end === start) last.end = end;
      else intervals.push({ start, end });
    }
    this.rest = [];
    const parts: WindowPart[] = [];
    for (const interval of intervals) {
      parts.push(...(await scanWindow(this.snapshot, interval, query.size, query.choice)));
    }
    return parts;
  }

  /** Stores the rollups that were built and are not stored yet. */
  async finish(): Promise<void> {
    this.unstoredCost = 0;
    const { workspaceId } = this.snapshot;
    const { eraStart, since } = this;
    await this.writes.store(
      this.isEraChanged ? { workspaceId, eraStart, since, ...this.changed.toPositions() } : null,
    );
  }

  /** The hours of a block are found at once if a query reads all of them. */
  private async findChildren(
    child: PeriodLevel,
    { start, end }: Interval,
    query: WindowQuery,
  ): Promise<Map<number, StoredRollup>> {
    if (child === 'hour' && this.hours !== null) {
      return new Map([...this.hours].filter(([at]) => at >= start && at < end));
    }
    if (child === 'day') {
      this.hours = query.size < periodMs.day ? await this.find('hour', { start, end }, query) : null;
    }
    return this.find(child, { start, end }, query);
  }

  private scanLater(part: Interval): WindowPart[] {
    this.rest.push(part);
    return [];
  }

  private async build(
    level: PeriodLevel,
    start: number,
    storedRollup: StoredRollup | undefined,
  ): Promise<BuiltRollup> {
    const period = { start, end: start + periodMs[level] };
    const child = childLevel[level];
    if (child === null)
      return this.count(level, period, (add) =>
        scanMessages(this.snapshot, withoutExperimentReplies(period), add),
      );
    if (storedRollup?.isDivided !== true) {
      const few = await this.listIfFew(level, period);
      if (few !== null) return this.count(level, period, async (add) => few.forEach(add));
      this.divide(level, start, storedRollup);
    }
    const children = await this.readChildren(child, period, storedRollup);
    // All conversations stay fragments until their extents are read.
    const rollups = await mergeSegmented(
      level === 'era' ? children.map((one) => ({ ...one, segments: new Map() })) : children,
      noTime,
    );
    await completeByExtents(this.snapshot, rollups, period);
    const freshUntil = earliest(children.map((one) => one.freshUntil));
    // Some children may have been built when other tags were chosen.
    const tagKeys = this.tagKeys.filter((key) => children.every((one) => one.tagKeys.includes(key)));
    return { ...rollups, freshUntil, tagKeys, isDivided: true, cost: ROLLUP_COST };
  }

  /**
   * The rollups of the periods that a period consists of. Those that are current are read last, and at once: a
   * refresher pauses often before.
   */
  private async readChildren(
    child: Exclude<PeriodLevel, 'era'>,
    period: Interval,
    storedRollup: StoredRollup | undefined,
  ): Promise<PeriodRollup[]> {
    const isDivided = storedRollup?.isDivided === true;
    const storedChildren = isDivided ? await this.find(child, period, headsOnly) : new Map();
    const children: PeriodRollup[] = [];
    const current = new Set<number>();
    for (const at of this.childStarts(child, period, storedChildren)) {
      if (this.isCurrent(child, at, storedChildren.get(at))) {
        current.add(at);
        continue;
      }
      const rollup = await this.read(child, at, storedChildren.get(at));
      if (rollup !== null) children.push(rollup);
    }
    const reading = child === 'block' ? withoutSegments : this.everything;
    const stored = current.size > 0 ? await this.find(child, period, reading) : new Map();
    for (const [at, rollup] of stored) if (current.has(at)) children.push({ start: at, ...rollup });
    return children;
  }

  private async count(
    level: PeriodLevel,
    period: Interval,
    forEach: (add: (message: CountedMessage) => void) => Promise<void>,
  ): Promise<BuiltRollup> {
    const rollups = emptySegmentedRollup();
    const { values } = this.snapshot;
    const dimensions = level === 'era' ? [] : this.snapshot.dimensions;
    let freshUntil: Date | null = null;
    await forEach((message) => {
      addToSegments(rollups, message, dimensions, values);
      freshUntil = earliest([freshUntil, message.expireAt]);
    });
    await completeByExtents(this.snapshot, rollups, period);
    const cost = ROLLUP_COST + rollups.whole.sums.messages;
    return { ...rollups, freshUntil, tagKeys: this.tagKeys, isDivided: false, cost };
  }

  private listIfFew(level: PeriodLevel, period: Interval): Promise<CountedMessage[] | null> {
    const { maxUndivided } = this.snapshot;
    return listMessagesIfFew(
      this.snapshot,
      period,
      level === 'hour' ? HOUR_FACTOR * maxUndivided : maxUndivided,
    );
  }

  /**
   * Marks a period as divided: the rollups of its child periods are stored from now on, and none exists yet.
   */
  private divide(level: PeriodLevel, start: number, storedRollup: StoredRollup | undefined): void {
    this.isEraChanged = true;
    if (level !== 'era') this.changed.add(level, start);
    this.changed.addChildren(level, start);
    this.writes.add(
      {
        level,
        start,
        ...emptySegmentedRollup(),
        freshUntil: null,
        tagKeys: this.tagKeys,
        isDivided: true,
        isPlaceholder: true,
        dividesNow: true,
      },
      storedRollup?.version ?? null,
    );
  }

  private childStarts(
    child: Exclude<PeriodLevel, 'era'>,
    { start, end }: Interval,
    storedChildren: ReadonlyMap<number, StoredRollup>,
  ): number[] {
    const starts = new Set([...storedChildren.keys(), ...this.changed.list(child, start, end)]);
    return [...starts].sort((one, other) => one - other);
  }

  private async checkpoint(cost: number): Promise<void> {
    this.unstoredCost += cost;
    const isPaused = this.shouldPause?.() === true;
    if (isPaused || this.unstoredCost >= CHECKPOINT_COST) await this.finish();
    if (isPaused && this.isEraChanged) throw new RefreshPaused();
  }

  private isChanged(level: PeriodLevel, start: number): boolean {
    return level === 'era' ? this.isEraChanged : this.changed.has(level, start);
  }

  private isCurrent(level: PeriodLevel, start: number, storedRollup: StoredRollup | undefined): boolean {
    if (this.isChanged(level, start)) return false;
    const isRefreshing = this.shouldPause !== null;
    if (isRefreshing && storedRollup !== undefined && !hasSame(storedRollup.tagKeys, this.tagKeys))
      return false;
    const freshUntil = storedRollup?.freshUntil ?? null;
    return freshUntil === null || freshUntil > this.snapshot.now;
  }
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

function earliest(times: (Date | null)[]): Date | null {
  return times.reduce(
    (first, time) => (first === null || (time !== null && time < first) ? time : first),
    null,
  );
}
