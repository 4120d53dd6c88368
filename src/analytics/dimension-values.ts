import { startOf } from '../conversations/changed-periods/changed-period';
import { BlockValues, MAX_COUNTED } from './block-values';
import type { StoredValues } from './dimension-values.repository';
import { getOrCreate } from './rollup';
import type { ValuedSegment } from './segments';

/** The values that a snapshot's reader counts by themselves in the blocks of a window: those stored, and new ones. */
export class DimensionValues {
  private readonly blocks: Map<number, BlockValues>;
  private storing = Promise.resolve(true);

  constructor(
    stored: ReadonlyMap<number, StoredValues>,
    private readonly replace: (start: number, values: StoredValues) => Promise<boolean>,
    private readonly maxCounted = MAX_COUNTED,
  ) {
    this.blocks = new Map([...stored].map(([start, values]) => [start, new BlockValues(values, maxCounted)]));
  }

  /** The values of the block that contains a time, in milliseconds. */
  at(time: number): BlockValues {
    const empty = () => new BlockValues({ version: 0, dimensions: [] }, this.maxCounted);
    return getOrCreate(this.blocks, startOf(time, 'block'), empty);
  }

  /** Whether messages with the value may be in the rest of a block. */
  mayBeInRest(segment: ValuedSegment): boolean {
    return [...this.blocks.values()].some((block) => block.mayBeInRest(segment));
  }

  /** The names that a value has in stored rollups of any block. */
  namesOf(segment: ValuedSegment): string[] {
    return [...new Set([...this.blocks.values()].flatMap((block) => block.nameOf(segment) ?? []))];
  }

  /**
   * Stores new values, before the rollups that count them. Returns false if another process has changed the lists:
   * rollups that were counted with these must not be stored.
   */
  store(): Promise<boolean> {
    this.storing = this.storing.then(async (isCurrent) => {
      for (const [start, block] of this.blocks) {
        if (!isCurrent) break;
        const changes = block.takeChanges();
        if (changes !== null) isCurrent = await this.replace(start, changes);
      }
      return isCurrent;
    });
    return this.storing;
  }
}
