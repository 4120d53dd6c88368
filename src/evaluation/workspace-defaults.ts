import type { ClientSession } from 'mongoose';
import { createDefaultEvaluator } from './evaluators/requested-evaluator';
import { createDefaultIssueConfig } from './issue-config/issue-config-versions';

/**
 * Creates the default evaluator and issue configuration of a workspace, in the transaction that creates it.
 */
export const workspaceDefaults = {
  async onWorkspaceCreated(workspaceId: string, session: ClientSession): Promise<void> {
    await createDefaultEvaluator(workspaceId, session);
    await createDefaultIssueConfig(workspaceId, session);
  },
};
