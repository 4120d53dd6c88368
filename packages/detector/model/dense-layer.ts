import { type Arithmetic, groupRows, NUMBER_BYTES, type Place } from '../vectors/arithmetic';

/** A layer of a neural network, in the memory of the arithmetic: each output is a weighted sum of all inputs, and a bias. */
export class DenseLayer {
  readonly inputs: number;
  /** How many numbers it makes of a row: after the outputs there are zeros, to a multiple of sixteen. */
  readonly width: number;
  private readonly rows: Place;
  private readonly biases: Place;

  /**
   * @param weights one row of inputs for each output
   * @param biases one for each output
   */
  constructor(
    private readonly arithmetic: Arithmetic,
    weights: Float32Array,
    biases: Float32Array,
  ) {
    this.inputs = weights.length / biases.length;
    const groups = groupRows(
      Array.from(biases, (_, output) => weights.subarray(output * this.inputs, (output + 1) * this.inputs)),
    );
    this.width = groups.width;
    const filledUp = new Float32Array(groups.width);
    filledUp.set(biases);
    this.rows = arithmetic.putPermanently(groups.numbers);
    this.biases = arithmetic.putPermanently(filledUp);
  }

  /** What it makes of the `count` rows at `rows`, `width` numbers of each. */
  apply(rows: Place, count: number): Place {
    const { arithmetic, inputs: length, width } = this;
    return arithmetic.dots(rows, count, this.rows, this.biases, { length, width });
  }

  /** The same, zero where it is negative, between as many rows of zeros as `margin` says. */
  rectified(rows: Place, count: number, margin = 0): Place {
    const { arithmetic, width } = this;
    const made = this.apply(rows, count);
    const place = arithmetic.zeros((count + 2 * margin) * width) + margin * width * NUMBER_BYTES;
    arithmetic.kernel.addRectified(place, made, count * width);
    return place;
  }
}
