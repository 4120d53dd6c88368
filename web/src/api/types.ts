import type { components, paths } from './schema';

type Schemas = components['schemas'];

/** The body of a 200 response to GET. */
export type GetResponse<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type IngestionSource = Schemas['IngestionSource'];
export type Identity = Schemas['Identity'];
export type ListedConversation = Schemas['ListedConversation'];
export type ConversationDetail = Schemas['ConversationDetail'];
export type Message = Schemas['Message'];
export type MessagePart = Schemas['MessagePart'];
export type Evaluation = Schemas['Evaluation'];
export type Annotation = Schemas['Annotation'];
export type EvidenceLocation = Schemas['EvidenceLocation'];
export type Finding = Schemas['Finding'];
export type ListedFinding = Schemas['ListedFinding'];
export type ListedReviewQueue = Schemas['ListedReviewQueue'];
export type CreateReviewQueue = Schemas['CreateReviewQueueRequest'];
export type ReviewAgreement = Schemas['ReviewAgreement'];
export type Calibration = Schemas['Calibration'];
export type CalibratedScale = Schemas['CalibratedScale'];
export type CalibrationSample = Schemas['CalibrationSample'];
export type ThresholdEffect = Schemas['ThresholdEffect'];
export type FindingPrecision = Schemas['FindingPrecision'];
export type RecurringFinding = Schemas['RecurringFinding'];
export type ConversationSet = Schemas['ConversationSet'];
/** How conversations were chosen. */
export type ChosenBy = Schemas['ChosenBy'];
export type CreateSet = Schemas['CreateSetRequest'];
export type AddSetVersion = Schemas['AddSetVersionRequest'];
export type Model = Schemas['Model'];
export type Evaluator = Schemas['Evaluator'];
export type CreateEvaluation = Schemas['CreateEvaluationRequest'];
export type CreatedEvaluation = Schemas['Backfill'];
export type Experiment = Schemas['Experiment'];
export type ExperimentItem = Schemas['ExperimentItem'];
export type ExperimentItemDetail = Schemas['ExperimentItemDetail'];
export type Metrics = Schemas['Metrics'];
export type OptimizationRun = Schemas['OptimizationRun'];
export type Candidate = Schemas['Candidate'];
export type PromptWarning = Schemas['PromptWarning'];
export type CreateExperiment = Schemas['CreateExperimentRequest'];
export type EstimateExperiment = Schemas['EstimateExperimentRequest'];
export type ExperimentEstimate = Schemas['ExperimentEstimate'];
export type RejudgeExperiment = Schemas['RejudgeExperimentRequest'];
export type CreateFreshBaseline = Schemas['CreateFreshBaselineRequest'];
export type AddExperimentItems = Schemas['AddExperimentItemsRequest'];
export type ExperimentComparison = Schemas['ExperimentComparison'];
export type ComparableExperiment = Schemas['ComparableExperiment'];
export type BaselineComparison = Schemas['BaselineComparison'];
export type MetricComparison = Schemas['MetricComparison'];
export type ChangedPair = Schemas['ChangedPair'];
export type SpanChange = Schemas['SpanChange'];
export type Schedule = Schemas['Schedule'];
export type ScheduleFiring = Schemas['ScheduleFiring'];
export type CreateSchedule = Schemas['CreateScheduleRequest'];
export type CreateOptimizationRun = Schemas['CreateOptimizationRunRequest'];
export type ApiKey = Schemas['ApiKey'];
export type CreateApiKey = Schemas['CreateApiKeyRequest'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type CreateInvitation = Schemas['CreateInvitationRequest'];
export type CreatedInvitation = Schemas['CreatedInvitation'];
export type InvitationPreview = Schemas['InvitationPreview'];
export type ChangePassword = Schemas['ChangePasswordRequest'];
export type Session = Schemas['Session'];
export type AcceptInvitation = Schemas['AcceptInvitationRequest'];
export type Role = Schemas['Role'];
export type IssueConfig = Schemas['IssueConfig'];
export type IssueKind = Schemas['IssueKind'];
export type SaveIssueConfig = Schemas['SaveIssueConfigRequest'];
export type CreateEvaluator = Schemas['CreateEvaluatorRequest'];
export type ChangeEvaluator = Schemas['ChangeEvaluatorRequest'];
export type WorkspaceSettings = Schemas['Workspace'];
export type UpdateWorkspace = Schemas['UpdateWorkspaceRequest'];
export type IssuesBucket = Schemas['IssuesBucket'];
export type ToolStat = Schemas['ToolStat'];
export type SummaryStats = Schemas['SummaryStats'];
export type LabelCount = Schemas['LabelCount'];
export type ParameterIssueRate = Schemas['ParameterIssueRate'];
