import OpenAI from 'openai';
import { acquirePermit, Permits } from '../platform/concurrency/permits';
import { runInSlices } from '../platform/concurrency/work-slices';
import { chatCompletionBody, readCompletion, type TokenCounts } from './chat-completion';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from './chat-model';
import { costUsd, findPrice, type ModelPrice } from './prices';
import type { ProviderConfig } from './provider-config';
import {
  costOfFailedCall,
  type ProviderUsage,
  timeoutError,
  toProviderError,
  unreadableReply,
} from './provider-errors';
import { countMessageTokensInSteps, countPartTokens } from './tokenizer';

/** One provider's HTTP client and its permits, shared by all models of that provider in this process. */
export class ProviderClient {
  readonly permits: Permits;
  private readonly client: OpenAI;

  constructor(readonly config: ProviderConfig) {
    this.permits = new Permits(config.maxConcurrency);
    this.client = new CompatibleClient({
      baseURL: config.baseUrl,
      apiKey: config.apiKey ?? '',
      // Given, or the package would read them from the environment and send them to any provider.
      organization: null,
      project: null,
      webhookSecret: null,
      ...(config.apiKey === null && { defaultHeaders: { Authorization: null } }),
      maxRetries: 0,
      timeout: config.timeoutMs,
      // The package logs bodies at its lower levels.
      logLevel: 'off',
    });
  }

  /** Posts one completion request. @throws AppError of a `provider_*` code, or the reason of the signal. */
  async complete(body: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    // The package's own timeout ends with the response headers; a body that trickles in has to end as well.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.config.timeoutMs);
    const onAbort = () => deadline.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      signal.throwIfAborted();
      return await this.client.post<unknown>('/chat/completions', { body, signal: deadline.signal });
    } catch (error) {
      signal.throwIfAborted();
      const call = { provider: this.config.name, apiKey: this.config.apiKey };
      throw deadline.signal.aborted ? timeoutError(call) : toProviderError(error, call);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** A chat model behind OpenAI's chat completions API, at OpenAI or at a compatible server. */
export class OpenAIChatModel implements ChatModel {
  readonly provider: string;
  readonly price: ModelPrice | null;

  constructor(
    private readonly client: ProviderClient,
    readonly model: string,
  ) {
    this.provider = client.config.name;
    this.price = findPrice(model, client.config.prices);
  }

  async generate(request: ChatRequest, options: ChatOptions): Promise<ChatReply> {
    const body = chatCompletionBody(this.model, request);
    const release = await acquirePermit(this.client.permits, options);
    try {
      await options.onStarted?.();
      const recordCost = await this.beginAccount(request, options);
      const startedAt = performance.now();
      try {
        const answer = await this.client.complete(body, options.signal);
        const reply = await this.readReply(answer, request, performance.now() - startedAt, options.signal);
        recordCost?.((reply.costUsd ?? 0) * 100);
        return reply;
      } catch (error) {
        const costCents = costOfFailedCall(error);
        if (costCents !== null) recordCost?.(costCents);
        throw error;
      }
    } finally {
      release();
    }
  }

  private async beginAccount({ messages }: ChatRequest, { account, signal }: ChatOptions) {
    if (account === undefined || this.price === null) return null;
    const inputTokens = await runInSlices(countMessageTokensInSteps(messages, this.model), signal);
    return account.begin((costUsd(this.price, inputTokens, 0) ?? 0) * 100);
  }

  private async readReply(
    answer: unknown,
    request: ChatRequest,
    latencyMs: number,
    signal: AbortSignal,
  ): Promise<ChatReply> {
    const { name, apiKey } = this.client.config;
    const completion = readCompletion(answer);
    if ('why' in completion) {
      throw unreadableReply({ provider: name, apiKey }, completion.why, this.spentOn(completion));
    }
    const { message, finishReason } = completion;
    const inputTokens =
      completion.inputTokens ??
      (await runInSlices(countMessageTokensInSteps(request.messages, this.model), signal));
    const outputTokens = completion.outputTokens ?? countPartTokens(message.parts, this.model);
    return {
      message,
      provider: name,
      model: this.model,
      finishReason,
      inputTokens,
      outputTokens,
      latencyMs,
      costUsd: costUsd(this.price, inputTokens, outputTokens),
    };
  }

  /** What an unusable answer took by its own count, which alone says that it was charged for. */
  private spentOn({ inputTokens, outputTokens }: TokenCounts): ProviderUsage | null {
    if (inputTokens === null && outputTokens === null) return null;
    return {
      inputTokens: inputTokens ?? 0,
      costUsd: costUsd(this.price, inputTokens ?? 0, outputTokens ?? 0),
    };
  }
}

/** Keeps the message of error bodies that lack OpenAI's outer `error` key, as some servers answer. */
class CompatibleClient extends OpenAI {
  protected override makeStatusError(...[status, body, text, headers]: StatusErrorArguments) {
    const hasErrorKey = typeof body === 'object' && 'error' in body;
    const isBare = typeof body === 'object' && !hasErrorKey;
    return super.makeStatusError(status, isBare ? { error: body } : body, text, headers);
  }
}

// biome-ignore lint/complexity/noBannedTypes: the package's own signature says Object.
type StatusErrorArguments = [status: number, body: Object, text: string | undefined, headers: Headers];
