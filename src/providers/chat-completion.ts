import { z } from 'zod';
import {
  fromOpenAI,
  type Message,
  type OpenAIMessage,
  readTokenUsage,
  type TokenCounts,
  toOpenAIMessages,
  toolToOpenAI,
} from '../../packages/formats';
import type { ChatRequest } from './chat-model';
import { isReasoningKey } from './reasoning-settings';

/** The content of a usable completion. */
export interface Completion extends TokenCounts {
  message: Message;
  finishReason: string | null;
}

/** A response body that is no usable completion. The provider may charge for it nevertheless. */
export interface UnusableCompletion extends TokenCounts {
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
  if (!result.success) return { reason: 'the body is not a chat completion', ...counts };
  const [choice] = result.data.choices;
  if (!choice) return { reason: 'it has no choices', ...counts };
  const finishReason = choice.finish_reason ?? null;
  const message = fromOpenAI({ ...choice.message, role: 'assistant' });
  if (!message.parts.some(hasContent)) {
    return { reason: `the message is empty (finish_reason ${finishReason ?? 'missing'})`, ...counts };
  }
  return { message, finishReason, ...counts };
}

function readTokenCounts(body: unknown): TokenCounts {
  const { usage } = (body ?? {}) as { usage?: unknown };
  return readTokenUsage(usage);
}

// Validates only the fields that are read here: compatible servers add and omit many others.
const completionSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z
          .union([
            z.string(),
            z.array(
              z.discriminatedUnion('type', [
                z.object({ type: z.literal('text'), text: z.string() }),
                z.object({ type: z.literal('refusal'), refusal: z.string() }),
              ]),
            ),
          ])
          .nullish(),
        refusal: z.string().nullish(),
        reasoning_content: z.string().nullish(),
        reasoning: z.string().nullish(),
        tool_calls: z
          .array(
            z.discriminatedUnion('type', [
              z.object({
                id: z.string(),
                type: z.literal('function').optional(),
                function: z.object({ name: z.string(), arguments: z.string() }),
              }),
              z.object({
                id: z.string(),
                type: z.literal('custom'),
                custom: z.object({ name: z.string(), input: z.string() }),
              }),
            ]),
          )
          .nullish(),
        function_call: z.object({ name: z.string(), arguments: z.string() }).nullish(),
      }),
    }),
  ),
});

function hasContent(part: Message['parts'][number]): boolean {
  if (part.type === 'text' || part.type === 'refusal') return part.content !== '';
  return part.type === 'tool_call';
}

function reasoningSettings(config: Record<string, unknown> | null): Record<string, unknown> {
  const { effort, ...others } = config ?? {};
  const settings = Object.entries(others).filter(([key]) => isReasoningKey(key));
  if (effort !== undefined) settings.push(['reasoning_effort', effort]);
  return Object.fromEntries(settings);
}
