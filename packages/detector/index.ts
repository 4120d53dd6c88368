/** The door of the library: what is not exported here is its own. */

export { nameOfPath, scanJsonLeaves } from './base/json-leaves';
export { sentencesOf } from './base/sentences';
export { checkConfidence } from './checks/finding';
export { isCutOff } from './claims/cut-off';
export { withoutReasoning } from './claims/reasoning';
export {
  type Annotation,
  type EvidenceLocation,
  MAX_EVIDENCE_LOCATIONS,
  type NotJudgeableReason,
  notJudgeableReasons,
} from './contract/annotation';
export { defaultLabels } from './contract/default-labels';
export type { EvaluationInput, IssueConfig, JudgedMessage } from './contract/evaluation-input';
export {
  type IssueKind,
  type IssueLabel,
  issueKinds,
  kindsOf,
  type LabelKind,
  labelKinds,
  mapKindsToLabels,
  SCHEMA_MISMATCH,
} from './contract/issue-label';
export { type TrafficSetting, trafficSettings } from './contract/traffic';
export { SpanFinder, type UngroundedSpans } from './find-ungrounded-spans';
export { type GroundingModel, loadGroundingModel } from './model/grounding-model';
