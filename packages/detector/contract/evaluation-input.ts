import type { Message, ToolDefinition } from '../../formats';
import type { IssueLabel } from './issue-label';
import type { TrafficSetting } from './traffic';

/** The labels and the domain context of a workspace, or of one request. */
export interface IssueConfig {
  labels: IssueLabel[];
  domainContext: string | null;
}

/** A message with what is known of the model call that wrote it. */
export interface JudgedMessage extends Message {
  /** `finishReason` in the words of any provider. */
  generation?: { finishReason: string | null } | null;
}

/** A conversation whose last message is the reply to judge. */
export interface EvaluationInput {
  messages: JudgedMessage[];
  tools: ToolDefinition[];
  issueConfig: IssueConfig;
  /** By default `auto`. */
  traffic?: TrafficSetting;
}
