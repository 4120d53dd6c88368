import { AppError } from '../../platform/errors/app-error';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from '../../providers/chat-model';

/**
 * Calls a model with a timeout that starts when the request is sent, not while it waits for a permit of the
 * provider.
 * @throws AppError provider_timeout, and the errors of `generate`
 */
export async function generateWithTimeout(
  model: ChatModel,
  request: ChatRequest,
  timeoutMs: number,
  options: ChatOptions,
): Promise<ChatReply> {
  const deadline = new AbortController();
  const timeout = new AppError('provider_timeout', `The judge did not respond within ${timeoutMs} ms`);
  let timer: NodeJS.Timeout | undefined;
  const onStarted = async () => {
    await options.onStarted?.();
    timer = setTimeout(() => deadline.abort(timeout), timeoutMs);
  };
  try {
    const signal = AbortSignal.any([options.signal, deadline.signal]);
    return await model.generate(request, { ...options, signal, onStarted });
  } catch (error) {
    throw deadline.signal.aborted ? timeout : error;
  } finally {
    clearTimeout(timer);
  }
}
