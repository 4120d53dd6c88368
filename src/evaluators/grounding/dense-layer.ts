/** Outputs whose sums are kept at once: an input is then read once for all of them. */
const AT_ONCE = 4;

/** A layer of a neural network: each output is a weighted sum of all inputs, and a bias. */
export class DenseLayer {
  private readonly inputs: number;

  /**
   * @param weights one row of inputs for each output
   * @param biases one for each output; they are one, or a multiple of four
   */
  constructor(
    private readonly weights: Float32Array,
    private readonly biases: Float32Array,
  ) {
    this.inputs = weights.length / biases.length;
  }

  /** The outputs for each of the rows that follow one another in `values`. */
  apply(values: Float32Array): Float32Array {
    const { inputs, weights, biases } = this;
    const rows = values.length / inputs;
    const outputs = new Float32Array(rows * biases.length);
    if (biases.length === 1) this.applyOne(values, outputs);
    for (let output = 0; output + AT_ONCE <= biases.length; output += AT_ONCE) {
      const first = output * inputs;
      const [second, third, fourth] = [first + inputs, first + 2 * inputs, first + 3 * inputs];
      for (let row = 0; row < rows; row += 1) {
        let a = biases[output] as number;
        let b = biases[output + 1] as number;
        let c = biases[output + 2] as number;
        let d = biases[output + 3] as number;
        for (let input = 0, at = row * inputs; input < inputs; input += 1, at += 1) {
          const value = values[at] as number;
          a += value * (weights[first + input] as number);
          b += value * (weights[second + input] as number);
          c += value * (weights[third + input] as number);
          d += value * (weights[fourth + input] as number);
        }
        const to = row * biases.length + output;
        outputs[to] = a;
        outputs[to + 1] = b;
        outputs[to + 2] = c;
        outputs[to + 3] = d;
      }
    }
    return outputs;
  }

  private applyOne(values: Float32Array, outputs: Float32Array): void {
    for (let row = 0; row < outputs.length; row += 1) {
      let sum = this.biases[0] as number;
      for (let input = 0; input < this.inputs; input += 1) {
        sum += (values[row * this.inputs + input] as number) * (this.weights[input] as number);
      }
      outputs[row] = sum;
    }
  }
}
