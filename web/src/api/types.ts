import type { components, paths } from './schema';

type Schemas = components['schemas'];

/** The body of a 200 response to GET. */
export type GetResponse<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type IngestionSource = Schemas['IngestionStatus']['sources'][number];
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
export type RecurringFinding = Schemas['RecurringFindings']['items'][number];
export type ConversationSet = Schemas['Set'];
/** How conversations were chosen. */
export type ChosenBy = ConversationSet['chosen_by'];
export type CreateSet = Schemas['CreateSet'];
export type AddSetVersion = Schemas['AddSetVersion'];
export type Model = Schemas['Model'];
export type Evaluator = Schemas['Evaluator'];
export type CreateEvaluation = Schemas['CreateEvaluation'];
export type CreatedEvaluation = Schemas['Backfill'];
export type Experiment = Schemas['Experiment'];
export type ExperimentItem = Schemas['ExperimentItem'];
export type ExperimentItemDetail = Schemas['ExperimentItemDetail'];
export type Metrics = Schemas['Metrics'];
export type OptimizationRun = Schemas['OptimizationRun'];
export type Candidate = Schemas['Candidate'];
export type PromptWarning = Schemas['PromptWarning'];
export type CreateExperiment = Schemas['CreateExperiment'];
export type EstimateExperiment = Schemas['EstimateExperiment'];
export type ExperimentEstimate = Schemas['ExperimentEstimate'];
export type RejudgeExperiment = Schemas['RejudgeExperiment'];
export type CreateFreshBaseline = Schemas['CreateFreshBaseline'];
export type AddExperimentItems = Schemas['AddExperimentItems'];
export type ExperimentComparison = Schemas['ExperimentComparison'];
export type ComparableExperiment = Schemas['ComparableExperiment'];
export type BaselineComparison = Schemas['BaselineComparison'];
export type MetricComparison = Schemas['MetricComparison'];
export type ChangedPair = Schemas['ChangedPair'];
export type SpanChange = Schemas['SpanChange'];
export type Schedule = Schemas['Schedule'];
export type ScheduleFiring = Schemas['ScheduleFiring'];
export type CreateSchedule = Schemas['CreateSchedule'];
export type CreateOptimizationRun = Schemas['CreateOptimizationRun'];
export type ApiKey = Schemas['ApiKey'];
export type CreateApiKey = Schemas['CreateApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type CreateInvitation = Schemas['CreateInvitation'];
export type CreatedInvitation = Schemas['CreatedInvitation'];
export type InvitationPreview = Schemas['InvitationPreview'];
export type ChangePassword = Schemas['ChangePassword'];
export type Session = Schemas['Session'];
export type AcceptInvitation = Schemas['AcceptInvitation'];
export type Role = Member['role'];
export type IssueConfig = Schemas['IssueConfig'];
export type IssueKind = IssueConfig['labels'][number]['covers'][number];
export type SaveIssueConfig = Schemas['SaveIssueConfig'];
export type CreateEvaluator = Schemas['CreateEvaluator'];
export type ChangeEvaluator = Schemas['ChangeEvaluator'];
export type WorkspaceSettings = Schemas['Workspace'];
export type UpdateWorkspace = Schemas['UpdateWorkspace'];
export type IssuesBucket = Schemas['IssuesBucket'];
export type ToolStat = Schemas['ToolStat'];
export type SummaryStats = Schemas['SummaryStats'];
export type LabelCount = Schemas['LabelCount'];
export type ParameterIssueRate = Schemas['ParameterIssueRate'];
