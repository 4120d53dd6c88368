import type { FeatureTable } from './features/feature-table';
import type { WeightsFile } from './weights-file';

/**
 * Boosted decision trees as LightGBM fits them, flattened by `training/trees.py`. A row goes left where its value is
 * at most the node's threshold; a negative child is the leaf `-1 - child`. A probability is the logistic function of
 * the sum of one leaf a tree.
 */
export class TreeEnsemble {
  private readonly names: string[];
  private readonly features: Uint8Array;
  private readonly thresholds: Float32Array;
  private readonly left: Int16Array;
  private readonly right: Int16Array;
  private readonly leaves: Float32Array;
  private readonly firstNodes: Uint16Array;
  private readonly firstLeaves: Uint16Array;

  constructor(weights: WeightsFile, name: string) {
    this.names = weights.text(`${name}.names`).split('\n');
    this.features = weights.uint8(`${name}.feature`);
    this.thresholds = weights.float32(`${name}.threshold`);
    this.left = weights.int16(`${name}.left`);
    this.right = weights.int16(`${name}.right`);
    this.leaves = weights.float32(`${name}.leaf`);
    this.firstNodes = weights.uint16(`${name}.firstNode`);
    this.firstLeaves = weights.uint16(`${name}.firstLeaf`);
  }

  /**
   * The probability of each row.
   * @throws Error when the columns are not those that the trees were fitted on
   */
  predict({ names, columns, rowCount }: FeatureTable): Float32Array {
    if (names.length !== this.names.length || names.some((name, index) => name !== this.names[index])) {
      throw new Error('The weights were fitted on other features: train them again');
    }
    const row = new Float32Array(columns.length);
    return Float32Array.from({ length: rowCount }, (_, index) => {
      columns.forEach((column, feature) => {
        row[feature] = column[index] as number;
      });
      return 1 / (1 + Math.exp(-this.sumOf(row)));
    });
  }

  private sumOf(row: Float32Array): number {
    const { features, thresholds, left, right } = this;
    let sum = 0;
    for (let tree = 0; tree < this.firstNodes.length; tree += 1) {
      const base = this.firstNodes[tree] as number;
      let node = 0;
      while (node >= 0) {
        const at = base + node;
        const goesLeft = (row[features[at] as number] as number) <= (thresholds[at] as number);
        node = (goesLeft ? left[at] : right[at]) as number;
      }
      sum += this.leaves[(this.firstLeaves[tree] as number) - 1 - node] as number;
    }
    return sum;
  }
}
