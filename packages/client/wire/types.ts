import type { components } from './schema.ts';

/** Every schema of the API, by its name in the OpenAPI document. */
export type Schemas = components['schemas'];

export type Annotation = Schemas['Annotation'];
export type ApiKey = Schemas['ApiKey'];
export type BaselineComparison = Schemas['BaselineComparison'];
export type Candidate = Schemas['Candidate'];
export type ChatMessage = Schemas['ChatMessage'];
export type ClaimedRun = Schemas['ClaimedRun'];
export type Conversation = Schemas['Conversation'];
export type ConversationDetail = Schemas['ConversationDetail'];
export type ConversationSet = Schemas['ConversationSet'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Detection = Schemas['Detection'];
export type Evaluation = Schemas['Evaluation'];
export type Experiment = Schemas['Experiment'];
export type ExperimentComparison = Schemas['ExperimentComparison'];
export type ExperimentEstimate = Schemas['ExperimentEstimate'];
export type ExperimentItem = Schemas['ExperimentItem'];
export type ExperimentItemDetail = Schemas['ExperimentItemDetail'];
/** Evaluations of stored replies in the background. */
export type Backfill = Schemas['Backfill'];
export type Finding = Schemas['Finding'];
export type FindingDetail = Schemas['FindingDetail'];
export type RunHeartbeat = Schemas['RunHeartbeat'];
export type ImportResult = Schemas['ImportResult'];
export type Lease = Schemas['Lease'];
export type ListedConversation = Schemas['ListedConversation'];
export type ListedFinding = Schemas['ListedFinding'];
export type ListedMessage = Schemas['ListedMessage'];
export type Message = Schemas['Message'];
export type OptimizationRun = Schemas['OptimizationRun'];
export type Review = Schemas['Review'];
export type RunCompletion = Schemas['RunCompletion'];
export type RunFailure = Schemas['RunFailure'];
export type SampleSize = Schemas['SampleSize'];
