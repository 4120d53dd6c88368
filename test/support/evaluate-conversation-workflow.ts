import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type {
  Activities,
  EvaluateConversationInput,
  EvaluatedReplies,
  ReplyBatch,
} from '../../workflows/contracts';
import { evaluateConversationWorkflow } from '../../workflows/contracts';
import type { evaluateConversation } from '../../workflows/evaluate-conversation.workflow';
import { fakeActivities, runWorkflow } from './workflow-run';

/** The due record of one conversation, and what its workflow has done with it. */
export class FakeConversation {
  /** The latest request; null when it is not due. */
  requestId: string | null = 'request-1';
  readonly batches: ReplyBatch[] = [];
  readonly cleared: string[] = [];

  /** `evaluate` returns the result of each batch; the default is one batch without failures. */
  constructor(
    private readonly evaluate: (batch: ReplyBatch) => Promise<EvaluatedReplies> = async () => none,
  ) {}

  get activities(): Activities {
    return fakeActivities(0, {
      findDueEvaluation: async () => this.requestId,
      clearDueEvaluation: async ({ requestId }) => {
        this.cleared.push(requestId);
        if (this.requestId === requestId) this.requestId = null;
        return this.requestId !== null;
      },
      evaluateReplies: async (batch) => {
        this.batches.push(batch);
        return this.evaluate(batch);
      },
    });
  }
}

export const none: EvaluatedReplies = { lastPosition: null, failures: [] };

/** Runs the workflow of a conversation on the real server with short intervals, until `follow` resolves. */
export function runEvaluateConversation<Result>(
  conversation: FakeConversation,
  input: Partial<EvaluateConversationInput>,
  follow: (handle: WorkflowHandle) => Promise<Result>,
): Promise<Result> {
  const conversationId = input.conversationId ?? randomUUID();
  const pace = { settleMs: 50, maxSettleMs: 1000, retryMs: 50, batchSize: 10 };
  const start = (client: Client, taskQueue: string) =>
    client.workflow.start<typeof evaluateConversation>(evaluateConversationWorkflow.type, {
      taskQueue,
      workflowId: evaluateConversationWorkflow.idOf(conversationId),
      args: [
        {
          workspaceId: 'workspace',
          conversationId,
          ...pace,
          evaluationTaskQueue: taskQueue,
          attempts: null,
          ...input,
        },
      ],
    });
  return runWorkflow(conversation.activities, start, follow);
}
