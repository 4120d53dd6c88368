import { abortAfter, createLinkedController } from '../../../packages/concurrency';
import type { ChatModel, ChatOptions, ChatReply, ChatRequest } from '../../providers/chat-model';
import { timeoutError } from '../../providers/provider-errors';

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
  const call = createLinkedController(options.signal);
  const timeout = timeoutError({ provider: 'The judge' }, timeoutMs);
  const onStarted = async () => {
    await options.onStarted?.();
    abortAfter(call, timeoutMs, timeout);
  };
  try {
    return await model.generate(request, { ...options, signal: call.signal, onStarted });
  } catch (error) {
    throw call.signal.reason === timeout ? timeout : error;
  } finally {
    call.abort();
  }
}
