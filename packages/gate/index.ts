/** The door of the library: what is not exported here is its own. */
export { type Case, failedShare } from './cases/case';
export {
  type CasePair,
  type LeftOutReason,
  leftOutReasons,
  limitPairs,
  type Pairing,
  pairCases,
} from './cases/pair-cases';
export { ResultsError } from './cases/results-error';
export { type Calibration, calibrateGate, pairsForEffect } from './decision/calibrate';
export { decideAnytime, decideOnce } from './decision/decide';
export { decideInOrder } from './decision/decide-in-order';
export {
  ALPHA,
  type GateDecision,
  type GateOutcome,
  type GateRule,
  gateOutcomes,
} from './decision/decision';
export { findDetectableEffect, type Looks, POWER, spreadOf } from './decision/detectable-effect';
export {
  checkPinnedCases,
  type PinnedCase,
  type PinnedResult,
  readPinnedCases,
} from './decision/pinned-cases';
export { toJunit } from './report/junit';
export { toMarkdown } from './report/markdown';
export {
  buildReport,
  type CaseReport,
  type ExitCode,
  type GateCosts,
  type GateReport,
  type NewFailure,
  type NewFinding,
  type ReportInput,
  type Side,
  type SideReport,
} from './report/report';
export {
  costText,
  evidenceOf,
  headline,
  leftOutText,
  percent,
  pinnedText,
  points,
} from './report/wording';
export { type ResultFormat, readResults, resultFormats, scoredFormats } from './sources/read-results';
export { readScoreRule, type ScoreRule } from './sources/score-rules';
