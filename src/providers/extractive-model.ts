import { runInSlices } from '../../packages/concurrency';
import type { Message } from '../../packages/formats';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from './chat-model';
import { type Extract, extractSentences } from './extraction';
import { embeddedProviderName } from './provider-config';
import { fillSchema } from './schema-filling';
import { countMessageTokensInSteps, countPartTokens } from './tokenizer';

const noEvidenceReply = 'The conversation holds no evidence to answer from.';

/**
 * `embedded/extractive`: not a language model but a baseline that needs no network and costs nothing. It
 * replies to the last user message with sentences copied from the evidence, ranked by BM25. It is
 * deterministic, calls no tools and ignores the reasoning settings.
 */
export const extractiveModel: ChatModel = {
  provider: embeddedProviderName,
  model: 'extractive',
  price: { inputPer1mUsd: 0, outputPer1mUsd: 0 },

  async generate(request: ChatRequest, { signal, onStarted }: ChatOptions): Promise<ChatReply> {
    signal.throwIfAborted();
    await onStarted?.();
    const startedAt = performance.now();
    const message = writeReply(request, await runInSlices(extractSentences(request.messages), signal));
    const latencyMs = performance.now() - startedAt;
    return {
      message,
      provider: extractiveModel.provider,
      model: extractiveModel.model,
      finishReason: 'stop',
      inputTokens: await runInSlices(countMessageTokensInSteps(request.messages), signal),
      outputTokens: countPartTokens(message.parts),
      latencyMs,
      costUsd: 0,
    };
  },
};

function writeReply({ replySchema }: ChatRequest, extracts: Extract[]): Message {
  const content = replySchema === null ? writeText(extracts) : writeJson(extracts, replySchema.schema);
  return { role: 'assistant', name: null, parts: [{ type: 'text', content }] };
}

/** In the order of the conversation, which reads best. */
function writeText(extracts: Extract[]): string {
  const inOrder = extracts.toSorted((left, right) => left.order - right.order);
  return inOrder.map(({ sentence }) => sentence).join(' ') || noEvidenceReply;
}

function writeJson(extracts: Extract[], schema: Record<string, unknown>): string {
  const bestFirst = extracts.map(({ sentence }) => sentence);
  return JSON.stringify(fillSchema(schema, bestFirst));
}
