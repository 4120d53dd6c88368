import { z } from 'zod';
import { isCutOff } from '../../packages/detector';
import {
  asText,
  fromOpenAI,
  type Message,
  type OpenAIMessage,
  tokenCountSchema,
  toOpenAIMessages,
  toolToOpenAI,
} from '../../packages/formats';
import type { ChatRequest } from './chat-model';
import type { UnusableReply } from './provider-errors';
import { isReasoningKey } from './reasoning-settings';

/** Token counts reported by the provider; null where it reports none. */
export interface TokenCounts {
  inputTokens: number | null;
  /** The part of `inputTokens` that was read from the provider's cache. */
  cachedInputTokens: number;
  /** With those of reasoning. */
  outputTokens: number | null;
}

/** The content of a usable completion. */
export interface Completion extends TokenCounts {
  message: Message;
  finishReason: string | null;
}

/** A response body that is no usable completion. The provider may charge for it nevertheless. */
export interface UnusableCompletion extends TokenCounts {
  kind: UnusableReply;
  reason: string;
}

/**
 * The body of POST /chat/completions. `reasoningConfig.effort` becomes `reasoning_effort`; the other keys are
 * copied to the top level. Keys that are no reasoning settings are dropped, so that none changes the price.
 */
export function chatCompletionBody(model: string, request: ChatRequest): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...reasoningSettings(request.reasoningConfig),
    model,
    messages: toOpenAIMessages(request.messages).map(withContent),
  };
  if (request.tools.length > 0) body.tools = request.tools.map(toolToOpenAI);
  if (request.replySchema !== null) {
    const { name, schema } = request.replySchema;
    body.response_format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
  }
  return body;
}

/** A reply that was cut off before its first token has no content; providers accept that only with tool calls. */
function withContent(message: OpenAIMessage): OpenAIMessage {
  const { role, content, tool_calls: calls, function_call: call } = message;
  const isEmpty = role === 'assistant' && content === null && calls === undefined && call === undefined;
  return isEmpty ? { ...message, content: '' } : message;
}

/** Parses a completion. Only the first choice is read. */
export function readCompletion(body: unknown): Completion | UnusableCompletion {
  const counts = readTokenCounts(body);
  const result = completionSchema.safeParse(body);
  if (!result.success) return { kind: 'unreadable', reason: 'the body is not a chat completion', ...counts };
  const [choice] = result.data.choices;
  if (!choice) return { kind: 'unreadable', reason: 'it has no choices', ...counts };
  const finishReason = choice.finish_reason ?? null;
  const message = fromOpenAI({ ...choice.message, role: 'assistant' });
  const kind = kindOfEmptyReply(finishReason);
  if (!message.parts.some((part) => hasContent(part, kind))) {
    return { kind, reason: `the message is empty (finish_reason ${finishReason ?? 'missing'})`, ...counts };
  }
  return { message, finishReason, ...counts };
}

const FILTERED = /content.?filter|safety|recitation|prohibited|blocklist|spii|guardrail|moderation|refusal/i;

/** What an empty reply is by its finish reason, in the words of any provider. */
function kindOfEmptyReply(finishReason: string | null): UnusableReply {
  if (isCutOff(finishReason)) return 'truncated';
  return finishReason !== null && FILTERED.test(finishReason) ? 'filtered' : 'unreadable';
}

/** A reply that was filtered or cut off often has a line end left. */
function hasContent(part: Message['parts'][number], kind: UnusableReply): boolean {
  if (part.type !== 'text' && part.type !== 'refusal') return part.type === 'tool_call';
  return (kind === 'unreadable' ? part.content : part.content.trim()) !== '';
}

export function readTokenCounts(body: unknown): TokenCounts {
  const usage: Usage = countedSchema.safeParse(body).data?.usage ?? {};
  const read =
    usage.prompt_tokens_details?.cached_tokens ??
    usage.prompt_cache_hit_tokens ??
    usage.cache_read_input_tokens ??
    0;
  const cached = read + (usage.cache_creation_input_tokens ?? 0);
  const isInputWithoutCache = excludesCache(usage, cached);
  const input = usage.prompt_tokens ?? null;
  const inputTokens = input !== null && isInputWithoutCache ? input + cached : input;
  return { inputTokens, cachedInputTokens: read, outputTokens: countOutput(usage, inputTokens) };
}

/**
 * Prompt tokens include those of the cache at OpenAI. Bedrock and Anthropic count them separately, which gateways pass
 * on: then they are the rest of the total, or more than the whole input.
 */
function excludesCache(
  { prompt_tokens: input, completion_tokens: output, total_tokens: total, ...usage }: Usage,
  cached: number,
): boolean {
  if (cached === 0 || input == null) return false;
  if (total == null || output == null) return cached > input;
  const rest = total - input - output;
  return rest === cached || rest === cached + (usage.completion_tokens_details?.reasoning_tokens ?? 0);
}

/**
 * Completion tokens include those of reasoning at OpenAI. Other servers report them in addition, as the rest of the total,
 * some of them without naming them.
 */
function countOutput(usage: Usage, input: number | null): number | null {
  const { completion_tokens: output, total_tokens: total } = usage;
  if (output == null) return null;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  const rest = (total ?? 0) - (input ?? 0) - output;
  const isReasoning = rest > 0 && input != null && (reasoning == null || reasoning === rest);
  return isReasoning ? output + rest : output;
}

/** A count that some servers send as text or with a fraction; null for anything that is none. */
const tokenCount = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number') return null;
    return tokenCountSchema.safeParse(Math.round(number)).data ?? null;
  });
const usageFields = z.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokenCount,
  total_tokens: tokenCount,
  prompt_tokens_details: z.object({ cached_tokens: tokenCount }).nullish().catch(null),
  /** DeepSeek's name. */
  prompt_cache_hit_tokens: tokenCount,
  /** Anthropic's names. */
  cache_read_input_tokens: tokenCount,
  cache_creation_input_tokens: tokenCount,
  completion_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish().catch(null),
});
type Usage = Partial<z.output<typeof usageFields>>;
const countedSchema = z.object({ usage: usageFields.nullish().catch(null) });

/** Arguments and ids as servers send them: also as an object, as a number, or not at all. */
const asSent = z.unknown().optional().transform(asText);
const optionalText = z.string().nullish().catch(null);

const contentPartSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  /** Mistral's reasoning. */
  z.object({ type: z.enum(['thinking', 'reasoning']) }).transform(() => null),
]);

const toolCallSchema = z.union([
  z.object({
    id: asSent,
    type: z.literal('custom'),
    custom: z.object({ name: z.string(), input: asSent }),
  }),
  z.object({
    id: asSent,
    function: z.object({ name: z.string(), arguments: asSent }),
  }),
]);

// Validates only the fields that are read here: compatible servers add and omit many others.
const completionSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: optionalText,
      message: z
        .object({
          content: z
            .union([
              z.string(),
              z.array(contentPartSchema).transform((parts) => parts.filter((part) => part !== null)),
            ])
            .nullish(),
          refusal: optionalText,
          reasoning_content: optionalText,
          reasoning: optionalText,
          tool_calls: z.array(toolCallSchema).nullish(),
          function_call: z.object({ name: z.string(), arguments: asSent }).nullish(),
        })
        .default({}),
    }),
  ),
});

function reasoningSettings(config: Record<string, unknown> | null): Record<string, unknown> {
  const { effort, ...others } = config ?? {};
  const settings = Object.entries(others).filter(([key]) => isReasoningKey(key));
  if (effort !== undefined) settings.push(['reasoning_effort', effort]);
  return Object.fromEntries(settings);
}
