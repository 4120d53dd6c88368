import type { ModelCall } from '../spans/span';
import { listOf } from '../values/fields';
import { dollarsIn, tokensIn } from '../values/known-values';
import { textOrNull } from '../values/texts';
import { readTools } from './chat-messages';
import { readRecordedMessages } from './recorded-messages';

/** A model call as tracers record it: what it received and returned, in the form of its caller. */
export interface RecordedCall {
  input: unknown;
  output: unknown;
  tools: unknown;
  model: unknown;
  provider?: unknown;
  /** Where the counts may be; the first that is one counts. */
  inputTokens: unknown[];
  outputTokens: unknown[];
  costUsd?: unknown;
}

export function toModelCall(call: RecordedCall): ModelCall {
  return {
    inputs: readRecordedMessages(call.input, 'user'),
    outputs: readRecordedMessages(call.output, 'assistant'),
    tools: readTools(listOf(call.tools)),
    model: textOrNull(call.model),
    provider: textOrNull(call.provider),
    inputTokens: tokensIn(...call.inputTokens),
    outputTokens: tokensIn(...call.outputTokens),
    costUsd: dollarsIn(call.costUsd),
  };
}
