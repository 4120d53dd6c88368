import { AppError } from '../../platform/errors/app-error';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from '../../providers/chat-model';

/**
 * One call of a model that has `timeoutMs` to answer, from when the request leaves and not while it waits for a
 * permit of the provider.
 * @throws AppError provider_timeout after that time, and what `generate` throws
 */
export async function generateWithTimeout(
  model: ChatModel,
  request: ChatRequest,
  timeoutMs: number,
  options: ChatOptions,
): Promise<ChatReply> {
  const deadline = new AbortController();
  const tooLate = new AppError('provider_timeout', `The judge did not answer within ${timeoutMs} ms`);
  let timer: NodeJS.Timeout | undefined;
  const onStarted = async () => {
    await options.onStarted?.();
    timer = setTimeout(() => deadline.abort(tooLate), timeoutMs);
  };
  try {
    const signal = AbortSignal.any([options.signal, deadline.signal]);
    return await model.generate(request, { ...options, signal, onStarted });
  } catch (error) {
    throw deadline.signal.aborted ? tooLate : error;
  } finally {
    clearTimeout(timer);
  }
}
