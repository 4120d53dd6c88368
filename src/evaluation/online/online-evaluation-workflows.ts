import type { Client } from '@temporalio/client';
import {
  type EvaluateConversationInput,
  evaluateConversationWorkflow,
  repliesStoredSignal,
} from '../../../workflows/contracts';
import type { evaluateConversation } from '../../../workflows/evaluate-conversation.workflow';
import { callTemporal } from '../../platform/temporal/connection';
import { priorityOf } from '../../platform/temporal/priority';
import { workspaceAttribute } from '../../platform/temporal/search-attributes';

/** How a workflow paces itself; milliseconds. */
export type EvaluationPace = Pick<
  EvaluateConversationInput,
  'settleMs' | 'maxSettleMs' | 'retryMs' | 'batchSize'
>;

const defaultPace: EvaluationPace = { settleMs: 5000, maxSettleMs: 60_000, retryMs: 5000, batchSize: 10 };

/** What the service asks of Temporal for online evaluation. All throw AppError temporal_unavailable in an outage. */
export interface OnlineEvaluationWorkflows {
  /** Starts the conversation's workflow, or signals new replies to the one that runs. */
  request(workspaceId: string, conversationId: string): Promise<void>;
  /** Starts the conversation's workflow unless one runs. */
  ensureRunning(workspaceId: string, conversationId: string): Promise<void>;
}

/**
 * The queue of the activities of online evaluation. It has slots apart from experiments, whose items would wait behind
 * every conversation that an application has sent.
 */
export function onlineEvaluationQueue(taskQueue: string): string {
  return `${taskQueue}/online-evaluation`;
}

export function createOnlineEvaluationWorkflows(
  client: Client,
  taskQueue: string,
  pace: EvaluationPace = defaultPace,
): OnlineEvaluationWorkflows {
  const { type, idOf } = evaluateConversationWorkflow;
  const optionsFor = (workspaceId: string, conversationId: string) => {
    const evaluationTaskQueue = onlineEvaluationQueue(taskQueue);
    const input: EvaluateConversationInput = {
      workspaceId,
      conversationId,
      ...pace,
      evaluationTaskQueue,
      attempts: null,
    };
    return {
      taskQueue,
      workflowId: idOf(conversationId),
      args: [input] as [EvaluateConversationInput],
      // A conversation gets new replies, and so another run, after its workflow has ended.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
      priority: priorityOf(workspaceId),
      staticSummary: `New replies of conversation ${conversationId}`,
      memo: { conversation: conversationId },
      typedSearchAttributes: [{ key: workspaceAttribute, value: workspaceId }],
    };
  };
  return {
    async request(workspaceId, conversationId) {
      await callTemporal(client, () =>
        client.workflow.signalWithStart<typeof evaluateConversation>(type, {
          ...optionsFor(workspaceId, conversationId),
          signal: repliesStoredSignal,
          signalArgs: [],
        }),
      );
    },

    async ensureRunning(workspaceId, conversationId) {
      await callTemporal(client, () =>
        client.workflow.start<typeof evaluateConversation>(type, {
          ...optionsFor(workspaceId, conversationId),
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      );
    },
  };
}
