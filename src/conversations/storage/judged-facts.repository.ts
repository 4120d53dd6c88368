import type { ClientSession } from 'mongoose';
import type { FindingFacts } from '../findings/ledger/finding';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** What findings copy from their message, and which evaluations the message has verdicts of. */
export interface JudgedFacts extends FindingFacts {
  messageId: string;
  evaluationIds: Set<string>;
}

type FactRecord = Omit<StoredMessageRecord, 'parts' | 'verdicts'> & {
  verdicts: { evaluationId: string }[];
};

const projection = {
  workspaceId: 1,
  conversationId: 1,
  conversationType: 1,
  experimentId: 1,
  itemId: 1,
  role: 1,
  'generation.model': 1,
  'generation.provider': 1,
  agentName: 1,
  promptVersion: 1,
  tags: 1,
  createdAt: 1,
  storedAt: 1,
  expireAt: 1,
  'verdicts.evaluationId': 1,
} as const;

/** By id, the existing messages of their workspaces, including replies of experiments. Scoped by `messages`. */
export async function findJudgedFacts(
  messages: readonly { workspaceId: string; messageId: string }[],
  session: ClientSession,
): Promise<Map<string, JudgedFacts>> {
  if (messages.length === 0) return new Map();
  const records = await messageCollection()
    .find(
      {
        _id: { $in: messages.map(({ messageId }) => messageId) },
        workspaceId: { $in: [...new Set(messages.map(({ workspaceId }) => workspaceId))] },
      },
      { session },
    )
    .project<FactRecord>(projection)
    .toArray();
  return new Map(records.map((record) => [record._id, toFacts(record)]));
}

function toFacts({ _id, generation, verdicts, ...fields }: FactRecord): JudgedFacts {
  return {
    messageId: _id,
    workspaceId: fields.workspaceId,
    conversationId: fields.conversationId,
    conversationType: fields.conversationType,
    experimentId: fields.experimentId,
    itemId: fields.itemId,
    role: fields.role,
    model: generation?.model ?? null,
    provider: generation?.provider ?? null,
    agentName: fields.agentName,
    promptVersion: fields.promptVersion,
    tags: fields.tags,
    createdAt: fields.createdAt,
    storedAt: fields.storedAt,
    expireAt: fields.expireAt,
    evaluationIds: new Set(verdicts.map(({ evaluationId }) => evaluationId)),
  };
}
