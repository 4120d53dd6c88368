import type { Message, ToolDefinition } from '../../formats';
import type { IssueLabel } from './issue-label';

/** The labels and the domain context of a workspace, or of one request. */
export interface IssueConfig {
  labels: IssueLabel[];
  domainContext: string | null;
}

/** A conversation whose last message is the reply to judge. */
export interface EvaluationInput {
  messages: Message[];
  tools: ToolDefinition[];
  issueConfig: IssueConfig;
}
