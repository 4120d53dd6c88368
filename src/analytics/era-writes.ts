import { randomUUID } from 'node:crypto';
import type { EraMarks, NewMark } from '../conversations/changed-periods/changed-period.repository';
import { inTransaction, isDuplicateKey } from '../platform/mongo/connection';
import type { Snapshot } from './scan-messages';
import { type RollupWrite, storeRollups } from './stored-rollup.repository';

export type NewRollup = Omit<RollupWrite, 'version' | 'versionRead'>;

/**
 * The rollups of an era that were built from a snapshot and are not stored yet. They are stored together with
 * the remaining marks of the era. The transaction commits only if every mark and every version that the
 * snapshot read is still stored. Changes made since have other marks, which are preserved.
 */
export class EraWrites {
  private pending = new Map<string, Omit<RollupWrite, 'version'>>();
  /** By period, the version that this instance has stored; null: the period is empty. */
  private readonly stored = new Map<string, string | null>();
  private markIds: string[];
  private isOvertaken = false;

  constructor(
    private readonly snapshot: Pick<Snapshot, 'invalidation' | 'workspaceId' | 'limit' | 'values'>,
    marks: Pick<EraMarks, 'ids'> | null,
  ) {
    this.markIds = marks?.ids ?? [];
  }

  /** `versionRead` is the version stored in the snapshot; null: none was. */
  add(rollup: NewRollup, versionRead: string | null): void {
    const key = `${rollup.level} ${rollup.start}`;
    const before = this.pending.get(key);
    this.pending.set(key, {
      ...rollup,
      dividesNow: rollup.dividesNow || before?.dividesNow === true,
      versionRead: this.stored.has(key) ? (this.stored.get(key) ?? null) : versionRead,
    });
  }

  /** `remaining` is the mark that replaces the marks of the era; null: nothing in it is changed any more. */
  async store(remaining: NewMark | null): Promise<void> {
    if (this.pending.size === 0) return;
    const writes = [...this.pending].map(([key, write]) => ({ key, ...write, version: randomUUID() }));
    this.pending.clear();
    // A concurrent reader of an equal snapshot has stored its rollups first, and they are equivalent.
    if (this.isOvertaken) return;
    this.snapshot.limit.signal.throwIfAborted();
    const markIds = await this.commit(writes, remaining);
    if (markIds === false) {
      this.isOvertaken = true;
      return;
    }
    this.markIds = markIds;
    for (const { key, version, whole, isPlaceholder } of writes) {
      this.stored.set(key, whole.sums.messages === 0 && !isPlaceholder ? null : version);
    }
  }

  private async commit(writes: RollupWrite[], remaining: NewMark | null): Promise<string[] | false> {
    const { invalidation, workspaceId, values } = this.snapshot;
    if (!(await values.store())) return false;
    try {
      return await inTransaction(async (session) => {
        const markIds = await invalidation.replaceMarks(this.markIds, remaining, session);
        if (markIds !== false && (await storeRollups(workspaceId, writes, values, session))) return markIds;
        await session.abortTransaction();
        return false;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
