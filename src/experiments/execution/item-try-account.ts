import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/errors/app-error';
import type { CallAccount } from '../../providers/chat-model';
import { saveCallCost } from '../store/call-cost.repository';
import type { ExperimentItem } from '../store/experiment';

/** What a call is for. */
export type CallPurpose = 'generation' | 'judging';

/**
 * The cost of the model calls of one try of an item. Each call is recorded before the request is sent, at the
 * price of its input: if the worker crashes, the record remains as the cost of the lost call. Every try has a
 * separate record, which is always written as a whole, so retries count nothing twice.
 */
export class ItemTryAccount {
  private readonly id = randomUUID();
  private knownCents = 0;
  /** The part of `knownCents` that bought a usable reply, by purpose. */
  private readonly usedCents: Record<CallPurpose, number> = { generation: 0, judging: 0 };
  /** Calls of unknown price by what they bought; `wasted` has those in flight too. */
  private readonly unpricedCalls: Record<CallPurpose | 'wasted', number> = {
    generation: 0,
    judging: 0,
    wasted: 0,
  };
  /** Estimates by call, for calls whose cost is not known yet. */
  private readonly estimates = new Map<symbol, number>();
  private isSaved = true;

  /** `admitSpending` throws AppError limit_reached if the workspace has reached its spend limit. */
  constructor(
    private readonly item: Pick<ExperimentItem, 'id' | 'workspaceId' | 'experimentId' | 'executionNumber'>,
    private readonly admitSpending: (workspaceId: string) => Promise<void> = async () => {},
  ) {}

  /** Whether a call was recorded. */
  hasCalls = false;

  /** The account of calls for a purpose. Its `begin` throws AppError limit_reached as a final error. */
  of(purpose: CallPurpose): CallAccount {
    return {
      begin: (estimatedCents) =>
        estimatedCents === null ? this.beginUnpriced(purpose) : this.begin(estimatedCents, purpose),
      discard: (costCents) => {
        if (costCents === null) this.moveUnpriced(purpose, 'wasted');
        else this.use(purpose, -costCents);
      },
    };
  }

  /** `limit_reached` is final, because the limit resets only at the end of the month. */
  private async begin(estimatedCents: number, purpose: CallPurpose) {
    if (estimatedCents > 0) await this.admit();
    const call = Symbol('call');
    this.estimates.set(call, estimatedCents);
    this.hasCalls = true;
    this.isSaved = false;
    await this.save();
    return (costCents: number | null, isUsable: boolean) => {
      this.estimates.delete(call);
      this.knownCents += costCents ?? 0;
      this.use(purpose, isUsable ? (costCents ?? 0) : 0);
    };
  }

  /** A call of unknown price is not admitted by the spend limit, in which it does not count. */
  private async beginUnpriced(purpose: CallPurpose) {
    this.unpricedCalls.wasted += 1;
    this.hasCalls = true;
    this.isSaved = false;
    await this.save();
    return (costCents: number | null, isUsable: boolean) => {
      if (isUsable) this.moveUnpriced('wasted', purpose);
      // A call that the provider rejected costs nothing.
      else if (costCents === 0) this.moveUnpriced('wasted', null);
    };
  }

  private moveUnpriced(from: CallPurpose | 'wasted', to: CallPurpose | 'wasted' | null): void {
    this.unpricedCalls[from] -= 1;
    if (to !== null) this.unpricedCalls[to] += 1;
    this.isSaved = false;
  }

  private use(purpose: CallPurpose, cents: number): void {
    this.usedCents[purpose] += cents;
    this.isSaved = false;
  }

  private async admit(): Promise<void> {
    try {
      await this.admitSpending(this.item.workspaceId);
    } catch (error) {
      throw error instanceof AppError && error.code === 'limit_reached' ? error.asFinal() : error;
    }
  }

  /** Stores the costs that have become known since the last call was recorded. */
  async save(): Promise<void> {
    if (this.isSaved) return;
    const { id: itemId, workspaceId, experimentId, executionNumber } = this.item;
    const estimatedCents = [...this.estimates.values()].reduce((sum, cents) => sum + cents, 0);
    const { knownCents } = this;
    this.isSaved = true;
    try {
      await saveCallCost({
        _id: this.id,
        workspaceId,
        experimentId,
        itemId,
        executionNumber,
        knownCents,
        estimatedCents,
        generationCents: this.usedCents.generation,
        judgingCents: this.usedCents.judging,
        unpricedGenerations: this.unpricedCalls.generation,
        unpricedJudgments: this.unpricedCalls.judging,
        unpricedWasted: this.unpricedCalls.wasted,
      });
    } catch (error) {
      this.isSaved = false;
      throw error;
    }
  }
}
