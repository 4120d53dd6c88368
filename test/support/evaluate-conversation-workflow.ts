import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../../activities';
import type { EvaluateConversationInput, EvaluatedReplies, ReplyBatch } from '../../workflows/contracts';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { fakeActivities, workflowBundle } from './workflow-run';

/** The due record of one conversation, and what its workflow has done about it. */
export class FakeConversation {
  /** The latest request; null when it is not due. */
  requestId: string | null = 'request-1';
  readonly batches: ReplyBatch[] = [];
  readonly cleared: string[] = [];

  /** `evaluate` answers each batch; without it there is one batch in which nothing fails. */
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

/** Runs the workflow of a conversation on the real server, at a quick pace, until `follow` is done with it. */
export async function runEvaluateConversation<Result>(
  conversation: FakeConversation,
  input: Partial<EvaluateConversationInput>,
  follow: (handle: WorkflowHandle) => Promise<Result>,
): Promise<Result> {
  installQuietRuntime();
  const address = testTemporalAddress();
  const taskQueue = `test-${randomUUID()}`;
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue,
    workflowBundle: await workflowBundle(),
    activities: conversation.activities,
    maxHeartbeatThrottleInterval: '100 milliseconds',
  });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const conversationId = input.conversationId ?? randomUUID();
  const pace = { settleMs: 50, maxSettleMs: 1000, retryMs: 50, batchSize: 10 };
  return worker.runUntil(async () => {
    const handle = await client.workflow.start('evaluateConversation', {
      taskQueue,
      workflowId: `online-evaluation/${conversationId}`,
      args: [{ workspaceId: 'workspace', conversationId, ...pace, attempts: null, ...input }],
    });
    const result = await follow(handle);
    await connection.close();
    return result;
  });
}
