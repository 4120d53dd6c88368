import { randomUUID } from 'node:crypto';
import { AppError } from '../platform/errors/app-error';
import type { CallAccount } from '../providers/chat-model';
import { saveCallCost } from './call-cost.repository';
import type { ExperimentItem } from './experiment';

/**
 * What the calls of one attempt cost. Each is recorded before it leaves, at the price of its input: when the worker dies
 * the record stays, and counts as the cost of a lost call. The record is the attempt's own and always written whole, so
 * that nothing is counted twice, whatever is repeated.
 */
export class ItemTryAccount implements CallAccount {
  private readonly id = randomUUID();
  private knownCents = 0;
  /** By call, of those whose price is not known. */
  private readonly estimates = new Map<symbol, number>();
  private isSaved = true;

  /** `admitSpending` throws AppError limit_reached when the workspace may spend no more. */
  constructor(
    private readonly item: Pick<ExperimentItem, 'id' | 'workspaceId' | 'experimentId' | 'executionNumber'>,
    private readonly admitSpending: (workspaceId: string) => Promise<void> = async () => {},
  ) {}

  /** Whether any call of known price has been begun. */
  hasCalls = false;

  /** @throws AppError limit_reached, final: it would be reached until the month ends */
  async begin(estimatedCents: number): Promise<(costCents: number) => void> {
    if (estimatedCents > 0) await this.admit();
    const call = Symbol('call');
    this.estimates.set(call, estimatedCents);
    this.hasCalls = true;
    this.isSaved = false;
    await this.save();
    return (costCents) => {
      this.estimates.delete(call);
      this.knownCents += costCents;
      this.isSaved = false;
    };
  }

  private async admit(): Promise<void> {
    try {
      await this.admitSpending(this.item.workspaceId);
    } catch (error) {
      throw error instanceof AppError && error.code === 'limit_reached' ? error.asFinal() : error;
    }
  }

  /** Records what has become known since the last call began. */
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
      });
    } catch (error) {
      this.isSaved = false;
      throw error;
    }
  }
}
