import { type Arithmetic, BYTES, interleave, type Place, ROWS_AT_ONCE } from './arithmetic';

/** A layer of a neural network, kept where the arithmetic works: each output is a weighted sum of all inputs, and a bias. */
export class DenseLayer {
  /** How many numbers it makes of a row: after the outputs there may be zeros, to a multiple of sixteen. */
  readonly width: number;
  readonly inputs: number;
  private readonly groups: { rows: Place; biases: Place }[];

  /**
   * @param weights one row of inputs for each output
   * @param biases one for each output
   */
  constructor(
    private readonly arithmetic: Arithmetic,
    weights: Float32Array,
    biases: Float32Array,
  ) {
    const { length: outputs } = biases;
    this.inputs = weights.length / outputs;
    const rows = Array.from(biases, (_, output) =>
      weights.subarray(output * this.inputs, (output + 1) * this.inputs),
    );
    this.groups = interleave(rows).map((group, index) => {
      const own = new Float32Array(ROWS_AT_ONCE);
      own.set(biases.subarray(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE));
      return { rows: arithmetic.keep(group), biases: arithmetic.keep(own) };
    });
    this.width = this.groups.length * ROWS_AT_ONCE;
  }

  /** What it makes of the `count` rows at `rows`: as many of `width` numbers. */
  apply(rows: Place, count: number): Place {
    const { arithmetic, inputs, width } = this;
    const made = arithmetic.take(count * width);
    this.groups.forEach((group, index) => {
      const ofGroup = made + index * ROWS_AT_ONCE * BYTES;
      arithmetic.kernel.dots(rows, count, inputs, group.rows, group.biases, ofGroup, width * BYTES);
    });
    return made;
  }
}
