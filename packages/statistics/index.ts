/** The door of the library: what is not exported here is its own. */
export { aucOf } from './auc';
export { histogramQuantile, quantile } from './quantile';
export { seededRandom } from './seeded-random';
