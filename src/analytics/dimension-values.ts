import type { StoredValues } from './dimension-values.repository';
import { getOrCreate } from './rollup';
import type { Dimension, Segment } from './segments';

/** Values of a dimension that are counted by themselves; the others are one segment, the rest. */
const MAX_VALUES = 200;
const MAX_LENGTH = 256;
const REST = 'rest';

/**
 * The values that a snapshot's reader counts by themselves: those of the workspace, and new ones while a list has
 * room. Lists only grow until they are full, so in all stored rollups a value is itself or in the rest.
 */
export class DimensionValues {
  private readonly positions = new Map<string, Map<string, number>>();
  private version: number;
  private hasChanged = false;
  private storing = Promise.resolve(true);

  constructor(
    stored: StoredValues,
    private readonly replace: (values: StoredValues) => Promise<boolean>,
  ) {
    this.version = stored.version;
    for (const { dimension, values } of stored.dimensions) {
      this.positions.set(dimension, new Map(values.map((value, position) => [value, position])));
    }
  }

  /** The value by which a message is counted; null: in the rest. */
  admit(dimension: Dimension, value: string): string | null {
    const listed = getOrCreate(this.positions, dimension, () => new Map<string, number>());
    if (listed.has(value)) return value;
    if (listed.size >= MAX_VALUES || value.length > MAX_LENGTH) return null;
    listed.set(value, listed.size);
    this.hasChanged = true;
    return value;
  }

  /** Whether messages with the value are counted in the rest. */
  isInRest({ dimension, value }: { dimension: Dimension; value: string }): boolean {
    const listed = this.positions.get(dimension);
    if (listed?.has(value)) return false;
    return (listed?.size ?? 0) >= MAX_VALUES || value.length > MAX_LENGTH;
  }

  /** The name of a segment in stored rollups; null if it cannot be in them. */
  nameOf({ dimension, value }: Segment): string | null {
    return value === null ? REST : (this.positions.get(dimension)?.get(value)?.toString() ?? null);
  }

  /** The values of a dimension by their name in stored rollups. */
  byName(dimension: Dimension): Map<string, string | null> {
    const names = [...(this.positions.get(dimension) ?? [])].map(([value, position]): [string, string] => [
      String(position),
      value,
    ]);
    return new Map<string, string | null>([...names, [REST, null]]);
  }

  /**
   * Stores new values, before the rollups that count them. Returns false if another process has changed the lists:
   * rollups that were counted with these must not be stored.
   */
  store(): Promise<boolean> {
    this.storing = this.storing.then(async (isCurrent) => {
      if (!isCurrent || !this.hasChanged) return isCurrent;
      this.hasChanged = false;
      this.version += 1;
      const dimensions = [...this.positions].map(([dimension, values]) => ({
        dimension,
        values: [...values.keys()],
      }));
      return this.replace({ version: this.version, dimensions });
    });
    return this.storing;
  }
}
