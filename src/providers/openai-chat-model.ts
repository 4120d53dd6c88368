import OpenAI from 'openai';
import { acquirePermit, Permits, runInSlices, withDeadline } from '../../packages/concurrency';
import type { TokenCounts } from '../../packages/formats';
import { AppError } from '../platform/errors/app-error';
import { CallWindow, MIN_CALLS } from './call-window';
import { chatCompletionBody, readCompletion, readTokenCounts } from './chat-completion';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from './chat-model';
import { costUsd, findPrice, type ModelPrice, toCents } from './prices';
import type { ProviderConfig } from './provider-config';
import {
  costOfFailedCall,
  type ProviderUsage,
  timeoutError,
  toProviderError,
  toReportedError,
  unusableReply,
} from './provider-errors';
import { readReportedError } from './reported-error';
import { countMessageTokensInSteps, countPartTokens } from './tokenizer';

/** The HTTP client and the permits of a provider, shared by all its models in this process. */
export class ProviderClient {
  readonly permits: Permits;
  private readonly window: CallWindow | null;
  private readonly client: OpenAI;

  constructor(readonly config: ProviderConfig) {
    this.permits = new Permits(config.maxConcurrency ?? MIN_CALLS);
    this.window = config.maxConcurrency === null ? new CallWindow(this.permits) : null;
    this.client = new CompatibleClient({
      baseURL: config.baseUrl,
      apiKey: config.apiKey ?? '',
      // Explicit: otherwise the package reads them from the environment and sends them to every provider.
      organization: null,
      project: null,
      webhookSecret: null,
      ...(config.apiKey === null && { defaultHeaders: { Authorization: null } }),
      maxRetries: 0,
      timeout: config.timeoutMs,
      // At lower levels the package logs request and response bodies.
      logLevel: 'off',
    });
  }

  /**
   * Sends one completion request to a model of this price.
   * @throws AppError with a `provider_*` code, or the abort reason of the signal.
   */
  async complete(
    body: Record<string, unknown>,
    price: ModelPrice | null,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { name: provider, apiKey, timeoutMs } = this.config;
    const timeout = timeoutError({ provider });
    const sentAt = performance.now();
    try {
      // The timeout of the package covers only the response headers; this one also covers a slow body.
      const { data, response } = await withDeadline(
        { signal, timeoutMs, timeoutError: timeout },
        (signalWithTimeout) =>
          this.client.post<unknown>('/chat/completions', { body, signal: signalWithTimeout }).withResponse(),
      );
      const reported = readReportedError(data);
      if (reported !== null) {
        const usage = usageAt(price, readTokenCounts(data));
        throw toReportedError(reported, { headers: response.headers, usage }, { provider, apiKey });
      }
      this.window?.recordSuccess();
      return data;
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof AppError ? error : toProviderError(error, { provider, apiKey });
      this.window?.recordFailure(failure, sentAt);
      throw failure;
    }
  }
}

/** A chat model with OpenAI's chat completions API, at OpenAI or at a compatible server. */
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
        const response = await this.client.complete(body, this.price, options.signal);
        const reply = await this.readReply(response, request, performance.now() - startedAt, options.signal);
        recordCost?.(toCents(reply.costUsd), true);
        return reply;
      } catch (error) {
        const costCents = costOfFailedCall(error);
        if (costCents !== null) recordCost?.(costCents, false);
        throw error;
      }
    } finally {
      release();
    }
  }

  private async beginAccount({ messages }: ChatRequest, { account, signal }: ChatOptions) {
    if (account === undefined) return null;
    if (this.price === null) return account.begin(null);
    const inputTokens = await runInSlices(countMessageTokensInSteps(messages, this.model), signal);
    return account.begin(toCents(costUsd(this.price, { input: inputTokens, cachedInput: 0, output: 0 })));
  }

  private async readReply(
    response: unknown,
    request: ChatRequest,
    latencyMs: number,
    signal: AbortSignal,
  ): Promise<ChatReply> {
    const { provider } = this;
    const completion = readCompletion(response);
    if ('reason' in completion) {
      throw unusableReply({ provider }, completion, usageAt(this.price, completion));
    }
    const { message, finishReason } = completion;
    const inputTokens =
      completion.inputTokens ??
      (await runInSlices(countMessageTokensInSteps(request.messages, this.model), signal));
    const outputTokens = completion.outputTokens ?? countPartTokens(message.parts, this.model);
    return {
      message,
      provider,
      model: this.model,
      finishReason,
      inputTokens,
      outputTokens,
      latencyMs,
      costUsd: costUsd(this.price, {
        input: inputTokens,
        cachedInput: completion.cachedInputTokens,
        output: outputTokens,
      }),
    };
  }
}

/**
 * The usage that an unusable response reports; null without counts, because then it may not have been
 * charged.
 */
function usageAt(
  price: ModelPrice | null,
  { inputTokens, cachedInputTokens, outputTokens }: TokenCounts,
): ProviderUsage | null {
  if (inputTokens === null && outputTokens === null) return null;
  return {
    inputTokens: inputTokens ?? 0,
    costUsd: costUsd(price, {
      input: inputTokens ?? 0,
      cachedInput: cachedInputTokens,
      output: outputTokens ?? 0,
    }),
  };
}

/** Preserves the message of error bodies without OpenAI's outer `error` key, which some servers send. */
class CompatibleClient extends OpenAI {
  protected override makeStatusError(...[status, body, text, headers]: StatusErrorArguments) {
    const hasErrorKey = typeof body === 'object' && 'error' in body;
    const isBare = typeof body === 'object' && !hasErrorKey;
    return super.makeStatusError(status, isBare ? { error: body } : body, text, headers);
  }
}

// biome-ignore lint/complexity/noBannedTypes: the signature in the package has Object.
type StatusErrorArguments = [status: number, body: Object, text: string | undefined, headers: Headers];
