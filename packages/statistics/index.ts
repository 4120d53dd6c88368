/** The door of the library: what is not exported here is its own. */
export { cohenKappa, countMarked, fleissKappa, type MarkedCharacters, spanF1 } from './agreement';
export {
  anytimeBounds,
  anytimeMean,
  anytimeMeanBounds,
  anytimeResult,
  eValue,
  eValueOfMean,
  isAbove,
  isBelow,
  isWithin,
} from './anytime';
export {
  conformalBound,
  evaluateIsotonic,
  fitIsotonic,
  minConformalCount,
  type Observation,
} from './calibration';
export { differenceInterval, testDifference } from './clustered-difference';
export {
  addCluster,
  addYes,
  type ClusteredOutcomes,
  clusteredInterval,
  emptyOutcomes,
  emptyYesSums,
  type YesSums,
} from './clustered-outcomes';
export { normalCdf, upperNormalQuantile } from './distributions';
export { type DiscreteTest, selectDiscoveries } from './false-discoveries';
export {
  type BootstrapInterval,
  bootstrapMean,
  CONFIDENCE,
  clopperPearsonInterval,
  expandedTail,
  type Interval,
  percentileInterval,
  resamplesOf,
  scoreInterval,
  scoreUpperBound,
  wilsonInterval,
} from './intervals';
export { meanLowerBound, meanUpperBound } from './mean-score';
export {
  type DifferenceTest,
  fitDiscordantRates,
  type PairedOutcomes,
  rateDifference,
  type Spread,
} from './outcomes';
export {
  adjustByHolm,
  exchangePValue,
  maximaTest,
  mcNemarOneSidedPValue,
  mcNemarPValue,
  signFlipTest,
  type YesCount,
} from './paired-tests';
export {
  anyLookPower,
  mcNemarPower,
  pairedPower,
  pairsFor,
  pairsForAnyLook,
  pairsToShow,
  shareOfPairs,
} from './power';
export {
  type LabeledItem,
  type PredictionPoweredMean,
  predictionPoweredMean,
  type UnlabeledPredictions,
} from './prediction-powered';
export { aucOf, histogramQuantile, quantile } from './ranks';
export { type OutcomeCount, type RateContribution, rateContribution } from './rate-parts';
export {
  type Estimated,
  independentDifference,
  rateTest,
} from './rate-tests';
export { seededRandom } from './seeded-random';
export { type EqualGroups, type ShareVariance, shareVariance } from './share-variance';
