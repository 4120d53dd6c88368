import type { Message } from '../../../packages/formats';
import { getEvaluations } from '../../conversations/evaluations/evaluation.repository';
import { findTranscript } from '../../conversations/storage/find-transcript';
import { findReviewedMessage } from '../../conversations/storage/reviewed-message.repository';
import { findMessage } from '../../conversations/storage/sized-message.repository';
import { type JudgedReply, toLabeledCase } from './labeled-case.mapper';
import { type LabeledCaseWire, toSampledFrom } from './labeled-case.schema';
import type { AuditedSample, SampledReply } from './sampled-accuracy';

/** What a reply of an experiment, the last of the messages, was judged against. */
export type ReadJudgedPrompt = (
  workspaceId: string,
  experimentId: string,
  messages: Message[],
) => Promise<Message[]>;

/**
 * The replies of a sample as labeled cases, in its order. Reads one conversation at a time.
 * @throws Error if a reply was deleted meanwhile: without it, the cases would not correct the same rates
 */
export async function* streamLabeledCases(
  workspaceId: string,
  { queue, sums, sample }: AuditedSample,
  readJudgedPrompt: ReadJudgedPrompt,
): AsyncGenerator<LabeledCaseWire> {
  const sampledFrom = toSampledFrom(queue.id, sums);
  for (const { reviewed, predicted } of sample) {
    const judgedReply = await readJudgedReply(workspaceId, predicted, readJudgedPrompt);
    yield { ...toLabeledCase(judgedReply, reviewed), sample: sampledFrom };
  }
}

async function readJudgedReply(
  workspaceId: string,
  { messageId, evaluationId }: SampledReply['predicted'],
  readJudgedPrompt: ReadJudgedPrompt,
): Promise<JudgedReply> {
  const [reply, facts, [evaluation]] = await Promise.all([
    findMessage(workspaceId, messageId),
    findReviewedMessage(workspaceId, messageId),
    getEvaluations(workspaceId, [evaluationId]),
  ]);
  const transcript = reply && (await findTranscript(workspaceId, reply.conversationId));
  if (reply === null || facts === null || evaluation === undefined || transcript === null)
    throw new Error(`The reply ${messageId} or its evaluation was deleted during the export`);
  const { messages, conversation } = transcript;
  const before = messages.filter(({ sequenceNumber }) => sequenceNumber < reply.sequenceNumber);
  const prompt =
    facts.experimentId === null
      ? before
      : await readJudgedPrompt(workspaceId, facts.experimentId, [...before, reply]);
  const { id, conversationId } = reply;
  return { id, conversationId, prompt, reply, tools: conversation.tools, evaluation };
}
