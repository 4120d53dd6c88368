import type { StoredValues } from './dimension-values.repository';
import { getOrCreate } from './rollup';
import type { Dimension, Segment, ValuedSegment } from './segments';

/** Values of a dimension that are counted by themselves in a block; the others are one segment, the rest. */
export const MAX_COUNTED = 200;
/** While a list has fewer values, a value that is not in it does not occur in the block. */
const MAX_LISTED = 1000;
const MAX_LENGTH = 256;
const REST = 'rest';

interface ValueList {
  values: string[];
  positions: Map<string, number>;
}

/**
 * The values of a block, in the order in which they were found: the first are counted by themselves. Lists only grow,
 * so in all stored rollups of the block a value is itself or in the rest.
 */
export class BlockValues {
  private readonly lists: Map<string, ValueList>;
  private version: number;
  private hasChanged = false;

  constructor(
    stored: StoredValues,
    private readonly maxCounted: number,
  ) {
    this.version = stored.version;
    this.lists = new Map(stored.dimensions.map(({ dimension, values }) => [dimension, toList(values)]));
  }

  /** The value by which a message is counted; null: in the rest. */
  admit(dimension: Dimension, value: string): string | null {
    const { values, positions } = getOrCreate(this.lists, dimension, () => toList([]));
    if (!positions.has(value) && values.length < MAX_LISTED && value.length <= MAX_LENGTH) {
      positions.set(value, values.length);
      values.push(value);
      this.hasChanged = true;
    }
    return (positions.get(value) ?? Infinity) < this.maxCounted ? value : null;
  }

  /** Whether messages with the value may be in the rest. */
  mayBeInRest({ dimension, value }: ValuedSegment): boolean {
    const list = this.lists.get(dimension);
    const position = list?.positions.get(value);
    if (position !== undefined) return position >= this.maxCounted;
    return value.length > MAX_LENGTH || (list?.values.length ?? 0) >= MAX_LISTED;
  }

  /** The name of a segment in stored rollups; null if it cannot be in them. */
  nameOf({ dimension, value }: Segment): string | null {
    if (value === null) return REST;
    const position = this.lists.get(dimension)?.positions.get(value) ?? Infinity;
    return position < this.maxCounted ? String(position) : null;
  }

  /** The value of a segment in stored rollups; null: the rest. */
  valueOf(dimension: Dimension, name: string): string | null {
    return name === REST ? null : (this.lists.get(dimension)?.values[Number(name)] ?? null);
  }

  /** The next version of the values if there are new ones since the last call; else null. */
  takeChanges(): StoredValues | null {
    if (!this.hasChanged) return null;
    this.hasChanged = false;
    this.version += 1;
    const dimensions = [...this.lists].map(([dimension, { values }]) => ({ dimension, values: [...values] }));
    return { version: this.version, dimensions };
  }
}

function toList(values: readonly string[]): ValueList {
  return { values: [...values], positions: new Map(values.map((value, position) => [value, position])) };
}
