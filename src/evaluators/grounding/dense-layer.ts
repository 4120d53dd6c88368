import { VectorRows } from './vector-rows';

/** A layer of a neural network: each output is a weighted sum of all inputs, and a bias. */
export class DenseLayer {
  readonly inputs: number;
  private readonly weights: VectorRows;

  /**
   * @param weights one row of inputs for each output
   * @param biases one for each output
   */
  constructor(
    weights: Float32Array,
    private readonly biases: Float32Array,
  ) {
    this.inputs = weights.length / biases.length;
    this.weights = new VectorRows(
      Array.from(biases, (_, output) => weights.subarray(output * this.inputs, (output + 1) * this.inputs)),
    );
  }

  /** The outputs for each of the rows that follow one another in `values`. */
  apply(values: Float32Array): Float32Array {
    const { biases, weights } = this;
    const rows = values.length / this.inputs;
    const sums = weights.dotsWith(values, rows);
    const outputs = new Float32Array(rows * biases.length);
    for (let row = 0; row < rows; row += 1) {
      for (let output = 0; output < biases.length; output += 1) {
        outputs[row * biases.length + output] =
          (sums[row * weights.width + output] as number) + (biases[output] as number);
      }
    }
    return outputs;
  }
}
