import { randomUUID } from 'node:crypto';
import type { Generation, Message } from '../../../packages/formats';
import { recordSpend } from '../../access/limits/spend.repository';
import type { ConversationService } from '../../conversations/conversation.service';
import type { SavedReply, StoredMessage } from '../../conversations/transcript/conversation';
import { versionOfPrompt } from '../../conversations/transcript/prompt-version';
import { currentTime } from '../../platform/clock';
import { derivedId } from '../../platform/derived-id';
import type { AppError } from '../../platform/errors/app-error';
import { valueError } from '../../platform/errors/error-templates';
import { retryThroughOutage } from '../../platform/mongo/outage';
import type { ChatModel } from '../../providers/chat-model';
import { toCents } from '../../providers/prices';
import { emptySide, type ReplySide } from '../store/experiment';
import { changeOpenItem } from '../store/item.repository';
import { callOptions, type ItemTry, isRepeated, STORE_TIMEOUT_MS } from './item-try';
import { judgedPromptOf, lastReplyIndex, promptOf, sentPromptOf } from './replay';
import { replyLength } from './reply-length';
import { replySchemaOf } from './reply-schema';
import { findSchemaErrors } from './schema-errors';

export type ReplyStore = Pick<ConversationService, 'findReply' | 'saveReply'>;

/** The stored reply of an item. */
export interface ItemReply {
  message: StoredMessage;
  /** What it is judged against. */
  evidence: Message[];
  side: ReplySide;
}

/**
 * Returns the reply that an earlier try saved, the one to judge again, the original one, or a generated one,
 * which is saved immediately. Of two concurrent tries the first to save wins, and both continue with its reply.
 * @throws AppError value_error if there is no reply to pass through, and the errors of the model
 */
export async function getOrGenerateReply(itemTry: ItemTry, store: ReplyStore): Promise<ItemReply> {
  const { plan, item, transcript, rejudged } = itemTry;
  const { messages } = transcript;
  if (rejudged !== null) {
    const copy = await saveReply(itemTry, store, rejudged, rejudged.generation);
    return toItemReply(itemTry, copy, judgedPromptOf(messages, plan.experiment.systemPromptOverride));
  }
  if (plan.model === null) {
    const original = messages[lastReplyIndex(messages)];
    if (original === undefined) throw noReply(item.conversationId);
    const saved = await saveReply(itemTry, store, original, original.generation);
    return toItemReply(itemTry, saved, promptOf(messages));
  }
  const { systemPromptOverride: override } = plan.experiment;
  const earlier = isRepeated(itemTry)
    ? await store.findReply(item.workspaceId, derivedId(item.id, 'reply'))
    : null;
  const evidence = judgedPromptOf(messages, override);
  if (earlier === null) {
    const saved = await generateReply(itemTry, store, plan.model, sentPromptOf(messages, override));
    return toItemReply(itemTry, saved, evidence);
  }
  await changeOpenItem(item, { status: 'evaluating' });
  return toItemReply(itemTry, earlier, evidence);
}

async function generateReply(
  itemTry: ItemTry,
  store: ReplyStore,
  model: ChatModel,
  prompt: Message[],
): Promise<StoredMessage> {
  const { plan, item, transcript, signal, account } = itemTry;
  const { reasoningConfig, outputSchema } = plan.experiment;
  const replySchema = outputSchema === null ? null : replySchemaOf(outputSchema);
  const { message, ...generation } = await model.generate(
    { messages: prompt, tools: transcript.conversation.tools, reasoningConfig, replySchema },
    callOptions(itemTry, 'generating'),
  );
  const tryId = randomUUID();
  const [saved] = await retryThroughOutage(
    () =>
      Promise.all([
        saveReply(itemTry, store, message, generation, tryId),
        recordSpend([
          {
            id: derivedId(item.id, 'reply'),
            workspaceId: item.workspaceId,
            costCents: toCents(generation.costUsd),
          },
        ]),
        changeOpenItem(item, { status: 'evaluating' }),
        account.save(),
      ]),
    { signal, timeoutMs: STORE_TIMEOUT_MS },
  );
  // An overlapping try of the item has saved its reply first.
  if (saved.tryId !== tryId) account.of('generation').discard(toCents(generation.costUsd));
  return saved;
}

function saveReply(
  { plan, item, transcript }: ItemTry,
  store: ReplyStore,
  { role, name, parts }: Message,
  generation: Generation | null,
  tryId?: string,
): Promise<SavedReply> {
  const position = lastReplyIndex(transcript.messages);
  const original = transcript.messages[position];
  const { systemPromptOverride: override } = plan.experiment;
  return store.saveReply({
    id: derivedId(item.id, 'reply'),
    workspaceId: item.workspaceId,
    conversationId: item.conversationId,
    experimentId: item.experimentId,
    itemId: item.id,
    tags: transcript.conversation.tags,
    sequenceNumber: position < 0 ? transcript.messages.length : position,
    message: { role, name, parts },
    generation,
    agentName: original?.agentName ?? null,
    promptVersion: override === null ? (original?.promptVersion ?? null) : versionOfPrompt(override),
    createdAt: currentTime(),
    expireAt: transcript.conversation.expireAt,
    ...(tryId !== undefined && { tryId }),
  });
}

function toItemReply({ plan }: ItemTry, saved: StoredMessage, evidence: Message[]): ItemReply {
  const { outputSchema } = plan.experiment;
  const { model, inputTokens, outputTokens, latencyMs, costUsd } = saved.generation ?? unknownGeneration;
  const lengthChars = replyLength(saved.parts);
  const numbers = { model, inputTokens, outputTokens, latencyMs, costUsd, lengthChars };
  const schemaErrors = outputSchema === null ? null : findSchemaErrors(outputSchema, saved);
  return { message: saved, evidence, side: { ...emptySide, ...numbers, messageId: saved.id, schemaErrors } };
}

const unknownGeneration = {
  model: null,
  inputTokens: null,
  outputTokens: null,
  latencyMs: null,
  costUsd: null,
};

function noReply(conversationId: string): AppError {
  return valueError(`conversation ${conversationId} has no assistant reply to pass through`, {});
}
