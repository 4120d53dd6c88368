import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Annotation } from '../../packages/detector';
import { expiringNames, rewriteExpiry } from '../../src/conversations/content/expiry.repository';
import { type Evaluation, makeEvaluation } from '../../src/conversations/evaluations/evaluation';
import type { NewConversation, NewMessage } from '../../src/conversations/transcript/conversation';
import type { MessageVerdict } from '../../src/conversations/transcript/message-facts';

/** A message with a text, written at a time. */
export function messageAt(time: string, changes: Partial<NewMessage> = {}): NewMessage {
  return {
    role: 'assistant',
    name: null,
    parts: [{ type: 'text', content: 'Four miles.' }],
    createdAt: new Date(time),
    ...changes,
  };
}

export function newConversation(
  messages: NewMessage[],
  changes: Partial<NewConversation> = {},
): NewConversation {
  return { workspaceId: randomUUID(), type: 'import', messages, ...changes };
}

const annotation: Annotation = {
  text: 'Four',
  label: 'fabrication',
  explanation: '',
  messagePartIndex: 0,
  startOffset: 0,
  endOffset: 4,
  toolName: null,
  parameterName: null,
  confidence: null,
  evidence: [],
};

/** A completed evaluation with an annotation for each label. */
export function evaluationOf(
  of: { workspaceId: string; conversationId: string; messageId: string },
  labels: string[],
  changes: Partial<Evaluation> = {},
): Evaluation {
  const subject = {
    ...of,
    experimentId: null,
    itemId: null,
    evaluatorId: 'judge',
    evaluatorVersion: 1,
    issueConfigVersion: 1,
    expireAt: null,
  };
  const verdict = {
    status: 'completed' as const,
    annotations: labels.map((label) => ({ ...annotation, label })),
    score: null,
    unanchored: 0,
    usage: { inputTokens: 1, costCents: 0, calls: 0, retriedCalls: 0 },
    coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
  };
  return { ...makeEvaluation(subject, verdict), ...changes };
}

/** The marked hours of a workspace, repeated for each mark, as `2026-01-01T10`. */
export async function storedMarks(workspaceId: string): Promise<string[]> {
  const marks = await mongoose.connection.collection('changedperiods').find({ workspaceId }).toArray();
  const text = (time: number) => new Date(time).toISOString().slice(0, 13);
  return marks
    .flatMap(({ start, steps, hours }) => [
      ...new Set<string>([
        ...steps.map((step: number) => text(start.getTime() + step * 120_000)),
        ...hours.map((hour: number) => text(start.getTime() + hour * 3_600_000)),
      ]),
    ])
    .sort();
}

export async function forgetMarks(workspaceId: string): Promise<void> {
  await mongoose.connection.collection('changedperiods').deleteMany({ workspaceId });
}

/** Applies a retention to the conversations of a workspace and what hangs on them, batch by batch. */
export async function applyRetention(workspaceId: string, days: number | null): Promise<void> {
  for (const name of expiringNames) {
    let after: string | null = null;
    do {
      ({ after } = await rewriteExpiry(name, workspaceId, days, after));
    } while (after !== null);
  }
}

/** The verdicts on a message as they are stored. */
export async function storedVerdicts(messageId: string): Promise<MessageVerdict[]> {
  const messages = mongoose.connection.collection<{ _id: string; verdicts: MessageVerdict[] }>('messages');
  return (await messages.findOne({ _id: messageId }))?.verdicts ?? [];
}
