import { logistic } from '../vectors/float-arrays';
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
   * @throws Error when the columns are not those that the trees were trained on
   */
  predict(table: FeatureTable): Float32Array {
    table.requireNames(this.names);
    return Float32Array.from(this.sumsOf(table.values, table.rowCount), logistic);
  }

  /** Tree by tree, so that the nodes of one stay at hand for all rows. */
  private sumsOf(values: Float32Array, rowCount: number): Float64Array {
    const { features, thresholds, left, right, leaves } = this;
    const sums = new Float64Array(rowCount);
    for (let tree = 0; tree < this.firstNodes.length; tree += 1) {
      const firstNode = this.firstNodes[tree] as number;
      const lastLeaf = (this.firstLeaves[tree] as number) - 1;
      for (let row = 0; row < rowCount; row += 1) {
        let node = 0;
        while (node >= 0) {
          const at = firstNode + node;
          const value = values[(features[at] as number) * rowCount + row] as number;
          node = (value <= (thresholds[at] as number) ? left[at] : right[at]) as number;
        }
        (sums[row] as number) += leaves[lastLeaf - node] as number;
      }
    }
    return sums;
  }
}
