/** The weights name a feature by one byte. */
const MAX_COLUMNS = 256;

/** Named columns with one value for each word of a reply, in the order in which they are added. */
export class FeatureTable {
  readonly names: string[] = [];
  readonly columns: Float32Array[] = [];
  /** The columns one after another: one piece of memory costs less than hundreds. */
  readonly values: Float32Array;
  private readonly byName = new Map<string, Float32Array>();

  constructor(readonly rowCount: number) {
    this.values = new Float32Array(MAX_COLUMNS * rowCount);
  }

  /** A new column of zeros. @throws RangeError when there are 256 */
  add(name: string): Float32Array {
    if (this.columns.length === MAX_COLUMNS) throw new RangeError('A table has at most 256 columns');
    const start = this.columns.length * this.rowCount;
    const column = this.values.subarray(start, start + this.rowCount);
    this.names.push(name);
    this.columns.push(column);
    this.byName.set(name, column);
    return column;
  }

  /** New columns of zeros, their names after the prefix. */
  addGroup<const Names extends readonly string[]>(
    names: Names,
    prefix = '',
  ): Record<Names[number], Float32Array> {
    const columns = names.map((name) => [name, this.add(prefix + name)]);
    return Object.fromEntries(columns) as Record<Names[number], Float32Array>;
  }

  /** The column of that name. @throws RangeError when there is none */
  get(name: string): Float32Array {
    const column = this.byName.get(name);
    if (column === undefined) throw new RangeError(`No feature is named ${name}`);
    return column;
  }

  /** @throws Error when the columns are not those that weights were trained on */
  requireNames(names: readonly string[]): void {
    if (names.length !== this.names.length || names.some((name, index) => name !== this.names[index])) {
      throw new Error('The weights were trained on other features: train them again');
    }
  }
}
