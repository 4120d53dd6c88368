import type { EvaluationInput } from '../../packages/detector';
import type { Message } from '../../packages/formats';
import type { Evaluator } from '../../src/evaluation/judgment/evaluator';
import { segmentConversation } from '../../src/evaluation/llm-judge/evidence-segments';
import type { CachedJudgeReply, JudgeReplyCache } from '../../src/evaluation/llm-judge/judge-calls';
import { defaultJudgeConfig, type JudgeConfig } from '../../src/evaluation/llm-judge/judge-config';
import { planWindows } from '../../src/evaluation/llm-judge/judge-windows';
import { createLlmJudge } from '../../src/evaluation/llm-judge/llm-judge';
import { tileReply } from '../../src/evaluation/llm-judge/reply-pieces';
import { type RetryPolicy, retryOnce } from '../../src/evaluation/llm-judge/retry-policy';
import { OpenAIChatModel, ProviderClient } from '../../src/providers/openai-chat-model';
import type { ModelServer } from './model-server';

export const judgeLabels = [
  { name: 'fabrication', description: 'Stated, nowhere in the evidence' },
  { name: 'reasoning_error', description: 'Does not follow' },
];

export interface JudgeChoices {
  config?: Partial<JudgeConfig>;
  store?: JudgeReplyCache;
  maxConcurrency?: number;
  retryPolicy?: RetryPolicy;
}

/** Caches replies as the service does, but in this process. */
export function makeJudgeReplyCache(): JudgeReplyCache {
  const cached = new Map<string, CachedJudgeReply>();
  return {
    find: async (key) => cached.get(key) ?? null,
    save: async (key, reply) => {
      if (cached.get(key)?.text == null) cached.set(key, reply);
    },
  };
}

/** A judge whose model is at `server`; the model `priced` costs 2 US dollars per million input tokens and 10 per output. */
export function makeJudge(server: ModelServer, modelName: string, choices: JudgeChoices = {}): Evaluator {
  const { config = {}, store = makeJudgeReplyCache(), maxConcurrency = 4, retryPolicy = retryOnce } = choices;
  const client = new ProviderClient({
    name: 'judges',
    baseUrl: server.baseUrl,
    apiKey: null,
    prices: new Map([['priced', { inputPer1mUsd: 2, outputPer1mUsd: 10 }]]),
    maxConcurrency,
    timeoutMs: 20_000,
  });
  return createLlmJudge({
    model: new OpenAIChatModel(client, modelName),
    config: { ...defaultJudgeConfig, timeoutMs: 10_000, ...config },
    cache: store,
    retryPolicy,
  });
}

export function textMessage(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}

/** A conversation with evidence, and the reply to judge. */
export function makeJudgeInput(evidence: string, reply: string): EvaluationInput {
  return {
    messages: [textMessage('user', evidence), textMessage('assistant', reply)],
    tools: [],
    issueConfig: { labels: judgeLabels, domainContext: null },
  };
}

/** A finding in the form of a judge's reply. */
export function makeFinding(quote: string, changes: object = {}) {
  return {
    part: 0,
    quote,
    context: null,
    evidence: [],
    explanation: `Nothing supports ${quote}.`,
    basis: 'unsupported',
    label: 'fabrication',
    parameter: null,
    ...changes,
  };
}

/** The windows of a conversation for a judge with this many context tokens. */
export function planAll(input: EvaluationInput, contextTokens: number) {
  const reply = input.messages.at(-1);
  const tiles = reply === undefined ? [] : [...tileReply(reply, 'm')];
  return planWindows([...segmentConversation(input.messages, 'm')], tiles, input, {
    model: 'm',
    contextTokens,
  });
}
