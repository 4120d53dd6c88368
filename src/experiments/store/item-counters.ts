import type { ItemStatus, Tally } from './experiment';
import { countsBaseline, summarizeStatus, type TallyItem } from './item-status';
import { ReplyMetrics, type ReplyMetricsState } from './reply-metrics';

/** Numbers of open items that are not pending. */
export type OpenCounts = Record<Extract<ItemStatus, 'queued' | 'generating' | 'evaluating'>, number>;

/** The fields of an item that do not change after its creation. */
type CreatedItem = Pick<TallyItem, 'baseline' | 'evaluationsExpected' | 'sampleIndex'>;

/** The fields of an item that its end changes, and those that tell what has changed. */
export type EndedItem = Omit<TallyItem, 'sampleIndex'>;

interface ItemCountersState {
  items: number;
  completed: number;
  failed: number;
  skipped: number;
  evaluationsExpected: number;
  evaluationsReceived: number;
  reply: ReplyMetricsState;
  baseline: ReplyMetricsState;
}

/**
 * The numbers of an experiment as sums that only grow: a contribution of every item when it is created, and
 * another when it ends. An open item contributes nothing in between, so the pending items follow from the
 * totals.
 */
export class ItemCounters {
  private items: number;
  private completed: number;
  private failed: number;
  private skipped: number;
  private evaluationsExpected: number;
  private evaluationsReceived: number;
  private readonly reply: ReplyMetrics;
  private readonly baseline: ReplyMetrics;

  private constructor(state?: ItemCountersState) {
    this.items = state?.items ?? 0;
    this.completed = state?.completed ?? 0;
    this.failed = state?.failed ?? 0;
    this.skipped = state?.skipped ?? 0;
    this.evaluationsExpected = state?.evaluationsExpected ?? 0;
    this.evaluationsReceived = state?.evaluationsReceived ?? 0;
    this.reply = new ReplyMetrics(state?.reply);
    this.baseline = new ReplyMetrics(state?.baseline);
  }

  static none(): ItemCounters {
    return new ItemCounters();
  }

  /** Reads what `toText` returned. */
  static fromText(text: string): ItemCounters {
    return new ItemCounters(JSON.parse(text) as ItemCountersState);
  }

  /** Serializes to JSON text, because names of tools and parameters may contain dots. */
  toText(): string {
    const { items, completed, failed, skipped, evaluationsExpected, evaluationsReceived } = this;
    const state: ItemCountersState = {
      items,
      completed,
      failed,
      skipped,
      evaluationsExpected,
      evaluationsReceived,
      reply: this.reply.state(),
      baseline: this.baseline.state(),
    };
    return JSON.stringify(state);
  }

  /** Adds an item in its state at creation. */
  addCreated(item: CreatedItem): void {
    const { baseline, evaluationsExpected } = item;
    this.items += 1;
    this.evaluationsExpected += evaluationsExpected;
    if (baseline === null || !countsBaseline(item)) return;
    this.baseline.addGeneration(baseline);
    if (!isBaselineJudgedByItem(evaluationsExpected)) this.baseline.addVerdict(baseline);
  }

  /** Adds the contribution of an ended item. */
  addEnded({ status, reply, baseline, evaluationsExpected, evaluationsReceived }: EndedItem): void {
    if (status === 'failed') this.failed += 1;
    if (status === 'skipped') this.skipped += 1;
    if (status !== 'completed') return;
    this.completed += 1;
    this.evaluationsReceived += evaluationsReceived;
    this.reply.add(reply);
    if (baseline !== null && isBaselineJudgedByItem(evaluationsExpected)) this.baseline.addVerdict(baseline);
  }

  /** Counts the failed items as open again. */
  reopenFailed(): void {
    this.failed = 0;
  }

  /** Computes all numbers, given the open items that are not pending. */
  tally(open: OpenCounts): Tally {
    const { items, completed, failed, skipped, evaluationsExpected, evaluationsReceived } = this;
    const endedCount = completed + failed + skipped;
    const pending = items - endedCount - open.queued - open.generating - open.evaluating;
    return {
      statusSummary: summarizeStatus({ pending, ...open, completed, failed, skipped }),
      evaluationsExpected,
      evaluationsReceived,
      metrics: this.reply.metrics(),
      baselineMetrics: this.baseline.metrics(),
      baselineModels: this.baseline.models(),
    };
  }
}

/** An item expects a second evaluation if its original reply had none at creation. */
function isBaselineJudgedByItem(evaluationsExpected: number): boolean {
  return evaluationsExpected > 1;
}
